/* Invariant: y == 2 * x, modulo 2^32 as well. */
#include <assert.h>

void f(unsigned n) {
    unsigned x = 0, y = 0;
    while (x < n) {
        x++;
        y += 2;
    }
    assert(y == 2 * x);
}
