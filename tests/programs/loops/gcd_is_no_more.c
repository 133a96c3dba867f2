/* Both numbers only fall. */
#include <assert.h>

void f(unsigned m, unsigned n) {
    unsigned a = m, b = n;
    if (m == 0 || n == 0) return;
    while (a != b) {
        if (a > b) a -= b;
        else b -= a;
    }
    assert(a <= m && a <= n);
}
