/* The size is known when the pointer is moved. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint() % 100, at = __VERIFIER_nondet_uint();
    char *block = malloc(size);
    if (at <= size)
        block += at;
    if (at <= size)
        block -= at;
    return 0;
}
