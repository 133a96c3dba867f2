/* Without numbers, all pointers are meant. */
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
__attribute__((nonnull)) static void keep(int *a, int n, int *b) { *b = n; }

int main(void) {
    int x = 0, *p = &x;
    if (__VERIFIER_nondet_int())
        p = NULL;
    keep(p, 1, &x);
    p = &x;
    keep(&x, 2, p);
    return x;
}
