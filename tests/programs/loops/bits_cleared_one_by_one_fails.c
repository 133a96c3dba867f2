/* Only 255 has eight. */
#include <assert.h>

void f(unsigned char x) {
    int count = 0;
    while (x != 0) {
        x &= x - 1;
        count++;
    }
    assert(count < 8);
}
