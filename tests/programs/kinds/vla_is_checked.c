/* Zero goes another way. */
extern unsigned char __VERIFIER_nondet_uchar(void);

static int last(int n) {
    int a[n];
    a[n - 1] = n;
    return a[n - 1];
}

int main(void) {
    int n = __VERIFIER_nondet_uchar();
    return n ? last(n) : 0;
}
