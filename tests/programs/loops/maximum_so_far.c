/* The maximum is updated before it is compared. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

void f(int n) {
    int maximum = 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        if (x > maximum) maximum = x;
        assert(x <= maximum && maximum >= 0);
    }
}
