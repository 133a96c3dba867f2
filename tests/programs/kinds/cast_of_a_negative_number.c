/* No negative number is unsigned, but for those above -1. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() % 3;
    unsigned u = n * 0.75;
    return u != 0;
}
