/* A byte of a message becomes a flag. */
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    _Bool flag;
    memcpy(&flag, &byte, 1);
    return flag;
}
