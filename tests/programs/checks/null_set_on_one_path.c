extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 1;
    int *p = 0;
    if (__VERIFIER_nondet_int() > 3)
        p = &a;
    *p = 7;
    return a;
}
