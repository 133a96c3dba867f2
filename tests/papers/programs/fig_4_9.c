/* Fig. 4.9: refining the call went on for ever, before the thesis found out why. */
extern void __VERIFIER_error(void);

int absolute(int z) {
    if (z < 0)
        return -z;
    return z;
}

void test(int k) {
    int a = absolute(k);
    if (a < 0)
        if (a != -2147483647 - 1)
            __VERIFIER_error();
}
