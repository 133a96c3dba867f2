/* A structure without members has no value to look at (GNU). */
struct nothing {
};

extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct nothing a, *p = &a, b;
    b = *p;
    _Bool flag, *at = &flag;
    *at = __VERIFIER_nondet_int();
    return *at;
}
