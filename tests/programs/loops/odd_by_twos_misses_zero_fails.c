/* An even number arrives. */
#include <assert.h>

void f(unsigned start) {
    unsigned x = start;
    if (x > 1000) return;
    while (x != 0)
        x -= 2;
    assert(start == 0);
}
