/* One round loses one: every n from 78 on. */
#include <assert.h>

void f(unsigned n) {
    unsigned x = 0, y = n;
    if (n > 10000) return;
    while (x < n) {
        if (x == 77) y--;
        x++;
        y--;
    }
    assert(x + y == n);
}
