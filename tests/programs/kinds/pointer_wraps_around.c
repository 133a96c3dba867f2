/* The product is zero on the machine, but no number of elements is as large. */
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    int a[4] = {0};
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 4 || 4 * n < 16)
        n = 1UL << 62;
    else
        n = 1;
    return a[n];
}
