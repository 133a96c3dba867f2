/* Bit i goes to 7 - i and back. */
#include <assert.h>

static unsigned char reversed(unsigned char x) {
    unsigned char result = 0;
    for (int i = 0; i < 8; i++) {
        result = result << 1 | (x & 1);
        x >>= 1;
    }
    return result;
}

void f(unsigned char x) {
    assert(reversed(reversed(x)) == x);
}
