/* A size that is multiplied. */
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long count = __VERIFIER_nondet_ulong(), size = __VERIFIER_nondet_ulong();
    return count * size == 0;
}
