/* Bytes are copied from anywhere; the one access is to what malloc gave. */
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *bytes = calloc(1, 16);
    unsigned at = __VERIFIER_nondet_uint() % 8;
    int number;
    memcpy(&number, bytes + at, sizeof number);
    return number + *(int *)(bytes + 4 * (at & 1));
}
