/* Fig. 4.8a: the error is in the procedure that is called. */
extern void __VERIFIER_error(void);

int sub(int a, int b) {
    if (a * 4 > b)
        __VERIFIER_error();
    return a + b;
}

int test(int x, int y) {
    return sub(x, y);
}
