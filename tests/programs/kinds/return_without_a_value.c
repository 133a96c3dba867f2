/* `return;` in a function that should return a number. */
#include <stdlib.h>

static int *make(int n) {
    if (n < 0)
        return;
    return malloc(n);
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = make(__VERIFIER_nondet_int());
    return p != 0;
}
