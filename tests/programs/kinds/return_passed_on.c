/* To return the value of a call is to use it. */
static int nothing(void) {}
static int outer(void) { return nothing(); }
static int other(int x) {
    nothing();
    if (x)
        return 3;
    return 4;
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int())
        return outer();
    return other(__VERIFIER_nondet_int());
}
