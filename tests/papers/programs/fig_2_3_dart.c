/* Thesis Fig. 2.3, from DART: a random test meets the error with probability 2.328e-10. */
#include <assert.h>

void foo(int x, int y) {
    if (x != y)
        if (2 * x == x + 10)
            assert(0);
}
