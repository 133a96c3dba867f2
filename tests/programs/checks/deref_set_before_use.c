extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, y = 2, *p;
    if (__VERIFIER_nondet_int())
        p = &x;
    else
        p = &y;
    return *p;
}
