/* Disjunctive: mode nonzero and x >= 0, or mode zero and x <= 0. */
#include <assert.h>

void f(int mode, int n) {
    int x = 0;
    for (int i = 0; i < n; i++)
        x += mode ? 1 : -1;
    assert(mode ? x >= 0 : x <= 0);
}
