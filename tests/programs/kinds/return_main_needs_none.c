/* The end of main returns zero. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 1)
        x = 10 / x;
}
