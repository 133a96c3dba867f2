#include <assert.h>

void f(unsigned char a, unsigned char b) {
    unsigned char s = a + b;
    assert(s >= a);
}
