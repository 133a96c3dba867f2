/* There is a fourth value. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    switch (__VERIFIER_nondet_uint() & 3) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 2:
        return 3;
    }
    __builtin_unreachable();
}
