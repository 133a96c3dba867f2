/* The number of elements may be zero. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = __VERIFIER_nondet_uchar() % 8;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
