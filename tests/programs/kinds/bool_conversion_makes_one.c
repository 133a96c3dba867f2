/* To assign is to convert. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    _Bool *flag = malloc(1);
    *flag = __VERIFIER_nondet_int();
    return *flag;
}
