/* Fig. 4.10b: the only value for which absolute gives a negative one is excluded before. */
extern void __VERIFIER_error(void);

int absolute(int z) {
    if (z < 0)
        return -z;
    return z;
}

void test(int x) {
    if (x != -2147483647 - 1) {
        x = absolute(x);
        if (x < 0)
            __VERIFIER_error();
    }
}
