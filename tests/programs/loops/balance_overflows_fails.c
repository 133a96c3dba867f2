/* True of integers; a short wraps beyond 32767. */
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

int main(void) {
    short balance = 0;
    for (int i = 0; i < 200; i++) {
        short amount = __VERIFIER_nondet_short();
        if (amount > 0) balance += amount;
        assert(balance >= 0);
    }
    return 0;
}
