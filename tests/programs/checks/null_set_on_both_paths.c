extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 1, b = 2;
    int *p = 0;
    if (__VERIFIER_nondet_int() > 3)
        p = &a;
    else
        p = &b;
    return *p;
}
