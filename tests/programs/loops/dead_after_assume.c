/* No input satisfies the assumptions. */
#include <assert.h>

extern void __VERIFIER_assume(int);

void f(int n) {
    __VERIFIER_assume(n % 4 == 1);
    __VERIFIER_assume(n % 2 == 0);
    for (int i = 0; i < n; i++)
        assert(i != i);
}
