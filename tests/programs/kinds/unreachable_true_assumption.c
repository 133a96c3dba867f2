/* What compilers are told is so. */
#define ASSUME(x) ((x) ? (void)0 : __builtin_unreachable())

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_int();
    ASSUME(n * n < 65536);
    return n;
}
