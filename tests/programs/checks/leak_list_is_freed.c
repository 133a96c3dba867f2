#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    void *p = 0;
    int n = __VERIFIER_nondet_int();
    while (n > 0) {
        p = malloc(4);
        free(p);
        n--;
    }
    return 0;
}
