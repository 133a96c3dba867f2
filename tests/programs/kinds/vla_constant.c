/* An array of constant length is none. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    enum { size = 4 };
    int a[size] = {0};
    return 1 / (a[__VERIFIER_nondet_int() & 3] + 1);
}
