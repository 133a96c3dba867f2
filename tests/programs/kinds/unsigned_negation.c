/* The lowest bit, by way of the negative. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n & 1)
        return (n & -n) == 1;
    n = 0;
    return -n == 0;
}
