/* A value is missing for zero. */
static int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}

extern int __VERIFIER_nondet_int(void);

int main(void) { return sign(__VERIFIER_nondet_int()); }
