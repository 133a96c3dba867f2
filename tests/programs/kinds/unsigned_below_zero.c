/* Zero minus one. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned left = __VERIFIER_nondet_uint() % 4;
    left--;
    return left > 4;
}
