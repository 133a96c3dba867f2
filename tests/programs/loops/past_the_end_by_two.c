/* i ends at n or n + 1; for the greatest short it wraps and never ends, because an even i is never 32767. */
#include <assert.h>

void f(short n) {
    short i = 0;
    if (n < 0) return;
    while (i < n)
        i += 2;
    assert(i <= n + 1 && i >= 0);
}
