/* Invariant: x + y == n, also when it wraps. */
#include <assert.h>

void f(unsigned n) {
    unsigned x = 0, y = n;
    while (x != n) {
        x++;
        y--;
        assert(x + y == n);
    }
    assert(y == 0);
}
