/* Differences of even numbers are even; the smaller never becomes 0 because they differ. */
#include <assert.h>

void f(unsigned char m, unsigned char n) {
    unsigned a = 2 * m, b = 2 * n;
    if (m == 0 || n == 0) return;
    while (a != b) {
        if (a > b) a -= b;
        else b -= a;
    }
    assert(a % 2 == 0);
    assert(a > 0);
}
