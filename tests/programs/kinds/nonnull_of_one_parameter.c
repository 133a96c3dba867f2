/* Only one parameter is marked. */
#include <stddef.h>

static int either(int *a __attribute__((nonnull)), int *b) { return b ? *b : *a; }

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, y = 2, *p = __VERIFIER_nondet_int() ? &x : &y;
    return either(p, NULL);
}
