/* They are small enough. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint() >> 1, b = __VERIFIER_nondet_uint() >> 1;
    return a + b > 100;
}
