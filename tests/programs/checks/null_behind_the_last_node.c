extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node last = {2, 0}, first = {1, &last};
    struct node *p = &first;
    int n = __VERIFIER_nondet_int();
    while (n > 0 && p->next) {
        p = p->next;
        n--;
    }
    p = p->next;
    return p->value;
}
