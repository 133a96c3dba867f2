/* -6 changes the remainder. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 1;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) x += 4;
        else x -= 6;
    }
    assert((x & 3) == 1);
    return 0;
}
