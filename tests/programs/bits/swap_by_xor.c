#include <assert.h>

void f(int a, int b) {
    int x = a, y = b;
    x ^= y; y ^= x; x ^= y;
    assert(x == b && y == a);
}
