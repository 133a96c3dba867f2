/* Fig. 4.11: y is neither passed nor on the path, and decides. */
extern void __VERIFIER_error(void);

int zero(void) {
    return 0;
}

void test(void) {
    int y = 4;
    int x = zero();
    if (x == y)
        __VERIFIER_error();
}
