/* The average of two large numbers is no int. */
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d < 0.0)
        return 0;
    return (int)d;
}
