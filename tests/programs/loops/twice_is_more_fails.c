/* True of integers; a byte wraps: x == 128 gives y == 0. */
#include <assert.h>

void f(unsigned char n) {
    unsigned char x = 0, y = 0;
    while (x < n) {
        x++;
        y += 2;
    }
    assert(y >= x);
}
