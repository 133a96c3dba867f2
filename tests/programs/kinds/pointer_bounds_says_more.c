/* Where an element is accessed, `bounds` tells. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {0};
    return a[__VERIFIER_nondet_uint() % 8];
}
