struct s {
    int n;
    struct s *next;
};
extern int __VERIFIER_nondet_int(void);

static int sum(struct s *p) {
    int total = 0;
    for (; p; p = p->next)
        total += p->n;
    return total;
}

int main(void) {
    struct s *last = &(struct s){3, 0};
    if (__VERIFIER_nondet_int())
        return sum(last);
    return sum(&(struct s){1, &(struct s){2, last}});
}
