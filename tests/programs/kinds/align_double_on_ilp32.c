/* There, four bytes are enough for double. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int *words = calloc(4, sizeof *words);
    unsigned at = __VERIFIER_nondet_uint() % 3;
    return *(double *)(words + at) > 0;
}
