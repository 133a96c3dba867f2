extern void *malloc(__SIZE_TYPE__);
extern int __VERIFIER_nondet_int(void);
struct text {
    int length;
    char data[1];
};
struct pair {
    int a[2], b[2];
};

int main(void) {
    struct text *t = malloc(sizeof(struct text) + 8);
    struct pair x = {{1, 2}, {3, 4}}, *p = &x;
    int sum = 0;
    t->data[7] = 'a';
    for (int *i = p->a; i != &p->a[2]; i++)
        sum += *i;
    return sum + *x.b;
}
