/* One element more than zero or some. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = __VERIFIER_nondet_uchar();
    int a[n + 1];
    a[n] = 1;
    return a[n];
}
