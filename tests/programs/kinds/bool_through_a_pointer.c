/* Written as char, read as _Bool. */
struct state {
    int level;
    _Bool ready;
};

extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct state s = {0};
    char *at = (char *)&s.ready;
    *at = __VERIFIER_nondet_int() & 3;
    return s.ready;
}
