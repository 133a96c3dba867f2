#include <assert.h>

void f(unsigned a, unsigned b) {
    unsigned q = a / b;
    assert(q <= a);
}
