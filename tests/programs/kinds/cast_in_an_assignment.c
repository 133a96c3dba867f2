/* `*=` converts as well. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char volume = __VERIFIER_nondet_uchar();
    volume *= 1.5;
    return volume;
}
