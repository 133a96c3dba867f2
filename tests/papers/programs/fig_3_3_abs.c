/* Thesis Fig. 3.3: fails where -a overflows. */
#include <assert.h>

int abs(int a) {
    if (a < 0)
        a = -a;
    assert(a >= 0);
    return a;
}
