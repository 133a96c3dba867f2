#include <assert.h>

void f(unsigned a) {
    unsigned b = a + 1;
    assert(b > a || b == 0);
}
