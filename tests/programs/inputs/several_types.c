#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned short b = __VERIFIER_nondet_ushort();
    long c = __VERIFIER_nondet_long();
    _Bool d = __VERIFIER_nondet_bool();
    assert(!(a == 200 && b == 60000 && c == -5000000000L && d));
    return 0;
}
