/* gcd(18, 24) == 6. */
#include <assert.h>

void f(unsigned char m, unsigned char n) {
    unsigned a = m, b = n;
    if (m < 13 || n < 13) return;
    while (a != b) {
        if (a > b) a -= b;
        else b -= a;
    }
    assert(a != 6);
}
