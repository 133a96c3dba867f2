/* Fig. 4.10a: y is not passed, but must not be zero. */
extern void __VERIFIER_error(void);

int absolute(int z) {
    if (z < 0)
        return -z;
    return z;
}

void test(int x, int y) {
    if (y != 0) {
        x = absolute(x);
        if (x < 0)
            __VERIFIER_error();
    }
}
