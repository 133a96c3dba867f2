/* Each step is guarded by the bound that it could break. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 50;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (x < 100) x++;
        } else if (x > 0) {
            x--;
        }
    }
    assert(0 <= x && x <= 100);
    return 0;
}
