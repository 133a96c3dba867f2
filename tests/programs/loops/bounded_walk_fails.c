/* The upper guard is off by one: eleven steps up. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 0;
    for (;;) {
        if (__VERIFIER_nondet_bool()) {
            if (x <= 10) x++;
        } else if (x > 0) {
            x--;
        }
        assert(x <= 10);
    }
}
