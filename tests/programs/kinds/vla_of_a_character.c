/* The length is a signed character. */
extern char __VERIFIER_nondet_char(void);

int main(void) {
    signed char n = __VERIFIER_nondet_char();
    if (n > 10)
        return 0;
    short buffer[n];
    return sizeof buffer == 2;
}
