/* Invariant: x == min(i, half), then x == 2 * half - i. */
#include <assert.h>

void f(unsigned short half) {
    int x = 0;
    for (int i = 0; i < 2 * half; i++) {
        if (i < half) x++;
        else x--;
    }
    assert(x == 0);
}
