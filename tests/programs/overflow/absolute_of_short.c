#include <assert.h>

void f(short a) {
    int b = a < 0 ? -a : a;
    assert(b >= 0 && b <= 32768);
}
