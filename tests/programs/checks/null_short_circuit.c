extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node last = {2, 0}, first = {1, &last};
    struct node *p = __VERIFIER_nondet_int() ? &first : 0;
    if (p && p->next && p->next->value == 2)
        return 1;
    return 0;
}
