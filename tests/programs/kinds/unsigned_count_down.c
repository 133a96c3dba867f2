/* The count is looked at first. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned left = __VERIFIER_nondet_uint();
    while (left > 0)
        left -= 1;
    return left == 0;
}
