/* Four bytes are enough for int, not for a pointer. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, at = __VERIFIER_nondet_int();
    int *space = calloc(4, sizeof *space);
    if (at < 0 || at > 1)
        return 0;
    *(int **)(space + at) = &x;
    return 0;
}
