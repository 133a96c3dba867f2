#include <assert.h>

void f(unsigned char a, unsigned char b) {
    assert(a + b >= a);
}
