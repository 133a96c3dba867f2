/* An odd number stays odd, also where it wraps. */
#include <assert.h>

void f(unsigned start) {
    unsigned x = start | 1;
    while (x != 0)
        x -= 2;
    assert(0);
}
