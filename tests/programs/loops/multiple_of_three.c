/* x stays a multiple of three below the limit, so it meets 300 exactly. */
#include <assert.h>

void f(unsigned char k) {
    if (k > 100) return;
    unsigned x = 3 * k;
    while (x < 300)
        x += 3;
    assert(x % 3 == 0);
    assert(x == 300);
}
