/* Fig. 4.12a: the depth of the recursion is a constant. */
extern void __VERIFIER_error(void);

int fib(int i) {
    if (i == 0)
        return 0;
    if (i <= 2)
        return 1;
    return fib(i - 1) + fib(i - 2);
}

void test(int x) {
    int f = fib(3);
    if (f == x)
        __VERIFIER_error();
}
