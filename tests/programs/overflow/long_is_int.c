#include <assert.h>

void f(int a) {
    long b = a;
    b = b * 2;
    assert(b / 2 == a);
}
