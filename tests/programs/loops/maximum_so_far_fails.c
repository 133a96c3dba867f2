/* The comparison adds one, which overflows for the greatest int only. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

void f(int n) {
    int maximum = 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        if (x + 1 > maximum + 1) maximum = x;
        assert(x <= maximum);
    }
}
