/* No deposit from 1000 on, no withdrawal beyond the balance. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int balance = 0;
    while (__VERIFIER_nondet_bool()) {
        int amount = __VERIFIER_nondet_int();
        if (amount < 0 || amount > 100) continue;
        if (__VERIFIER_nondet_bool()) {
            if (balance < 1000) balance += amount;
        } else if (amount <= balance) {
            balance -= amount;
        }
        assert(balance >= 0 && balance < 1100);
    }
    return 0;
}
