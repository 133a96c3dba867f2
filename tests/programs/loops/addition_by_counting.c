/* The callee's loop counts b down and a up: the result is a + b. */
#include <assert.h>

static unsigned add(unsigned a, unsigned b) {
    while (b > 0) {
        a++;
        b--;
    }
    return a;
}

void f(unsigned m, unsigned n) {
    assert(add(m, n) == m + n);
}
