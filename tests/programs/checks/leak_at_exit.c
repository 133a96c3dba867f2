#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(4);
    if (__VERIFIER_nondet_int() == 17)
        exit(0);
    free(p);
    return 0;
}
