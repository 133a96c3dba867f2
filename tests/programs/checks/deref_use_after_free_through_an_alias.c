#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p), *q = p;
    *p = 3;
    if (__VERIFIER_nondet_int() == 4)
        free(q);
    return *p;
}
