/* A factor that is known. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000)
        return 0;
    return n * 4000000u > n;
}
