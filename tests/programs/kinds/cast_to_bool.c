/* Every number is true or false. */
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    _Bool b = __VERIFIER_nondet_double();
    return 10 / ((__VERIFIER_nondet_int() & 7) + 1 + b);
}
