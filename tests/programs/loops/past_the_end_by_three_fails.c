/* True of integers; only for the greatest short i wraps, twice, and ends at 32767, no multiple of three. */
#include <assert.h>

void f(short n) {
    short i = 0;
    if (n < 0) return;
    while (i < n)
        i += 3;
    assert(i % 3 == 0);
}
