/* Two neighbours are never both even: parities go 01, 11, 10 and round. */
#include <assert.h>

void f(unsigned n) {
    unsigned x = 0, y = 1;
    while (n-- > 0) {
        unsigned next = x + y;
        x = y;
        y = next;
    }
    assert(x % 2 == 1 || y % 2 == 1);
}
