/* Fig. 4.12b: it is an input, which the thesis had no answer to. */
extern void __VERIFIER_error(void);

int fib(int i) {
    if (i == 0)
        return 0;
    if (i <= 2)
        return 1;
    return fib(i - 1) + fib(i - 2);
}

void test(int x) {
    int f = fib(x);
    if (f == 1)
        if (x == 0)
            __VERIFIER_error();
}
