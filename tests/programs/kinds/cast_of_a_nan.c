/* Zero divided by zero. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 1;
    double zero = 0.0;
    int result = n ? 1 : zero / zero;
    return result;
}
