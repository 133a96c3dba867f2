/* The lock is held exactly when the counter is odd. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned count = 0;
    int locked = 0;
    while (__VERIFIER_nondet_bool()) {
        if (count % 2 == 0) {
            assert(!locked);
            locked = 1;
        } else {
            assert(locked);
            locked = 0;
        }
        count++;
    }
    return 0;
}
