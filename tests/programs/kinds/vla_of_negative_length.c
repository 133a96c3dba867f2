/* A difference may be negative. */
extern signed char __VERIFIER_nondet_char(void);

static int fill(int n) {
    char text[n - 1];
    text[0] = 'a';
    return text[0];
}

int main(void) {
    signed char n = __VERIFIER_nondet_char();
    if (n < 1 || n > 4)
        return 0;
    return fill(n) - 'a';
}
