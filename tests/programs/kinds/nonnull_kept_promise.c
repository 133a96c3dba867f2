/* What is returned is never null. */
#include <stddef.h>

static int a, b;
static int *choose(int which) __attribute__((returns_nonnull));
static int *choose(int which) {
    int *p = NULL;
    if (which)
        p = &a;
    if (!p)
        p = &b;
    return p;
}

extern int __VERIFIER_nondet_int(void);

int main(void) { return *choose(__VERIFIER_nondet_int()); }
