#include <assert.h>

void f(unsigned char byte) {
    int wide = (signed char)byte;
    assert((unsigned char)wide == byte);
    assert((wide < 0) == ((byte & 0x80) != 0));
}
