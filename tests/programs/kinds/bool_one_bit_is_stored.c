/* A byte that is 0 or 1. */
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar() & 1;
    _Bool flag;
    memcpy(&flag, &byte, 1);
    return flag;
}
