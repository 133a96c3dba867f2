/* Invariant: 5 * x == 3 * y, modulo 2^32 as well. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        x += 3;
        y += 5;
    }
    assert(5 * x == 3 * y);
    return 0;
}
