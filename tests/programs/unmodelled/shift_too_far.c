#include <assert.h>

void f(int n) {
    int x = 1 << n;
    assert(x != 3);
}
