/* The function that is called through the pointer ends without a value. */
static int forget(int x) { x++; }
static int twice(int x) { return 2 * x; }

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() ? forget : twice;
    if (f(1) == 2)
        return 1;
    return 0;
}
