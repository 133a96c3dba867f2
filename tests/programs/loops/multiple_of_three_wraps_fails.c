/* True of integers; a byte wraps from 255 to 2 in round 86. */
#include <assert.h>

void f(unsigned char n) {
    unsigned char x = 0;
    for (int i = 0; i < n; i++)
        x += 3;
    assert(x % 3 == 0);
}
