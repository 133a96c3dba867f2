/* The pair is a permutation of (1, 2), decided by the parity of the rounds. */
#include <assert.h>

void f(unsigned n) {
    int x = 1, y = 2;
    for (unsigned i = 0; i < n; i++) {
        int kept = x;
        x = y;
        y = kept;
    }
    assert(x + y == 3);
    assert((n % 2 == 0) == (x == 1));
}
