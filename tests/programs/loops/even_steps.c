/* All steps are even and so is 2^32. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 10;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) x += 2;
        else x -= 6;
    }
    assert(x % 2 == 0);
    return 0;
}
