extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR: __VERIFIER_error();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x * x != 49);
    __VERIFIER_assert(x != 3);
    return 0;
}
