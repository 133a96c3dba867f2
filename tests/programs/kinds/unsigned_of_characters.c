/* Characters are computed as int; what does not fit is cut off in a conversion. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = 200;
    a += b;
    a++;
    return 2u + a;
}
