/* What compilers are told is not so. */
#define ASSUME(x) ((x) ? (void)0 : __builtin_unreachable())

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    ASSUME(n >= 0);
    return n > 0;
}
