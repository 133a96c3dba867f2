/* What malloc gives is aligned for everything: one byte further it is not. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = calloc(1, 16);
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 8)
        return 0;
    return *(int *)(text + at) != 0;
}
