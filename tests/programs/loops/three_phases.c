/* b takes twice what a had and gives it back to c by ones: c == 2 * n. */
#include <assert.h>

void f(unsigned char n) {
    int a = n, b = 0, c = 0;
    while (a > 0) {
        a--;
        b += 2;
    }
    while (b > 0) {
        b--;
        c++;
    }
    assert(c == 2 * n);
}
