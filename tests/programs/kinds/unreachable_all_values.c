/* There are four values, and four cases. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    switch (__VERIFIER_nondet_uint() & 3) {
    case 0:
    case 1:
        return 2;
    case 2:
    case 3:
        return 3;
    }
    __builtin_unreachable();
}
