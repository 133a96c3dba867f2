struct s {
    int a[4];
    int b;
};

int main(void) {
    struct s x = {{1, 2, 3, 4}, 5}, *p = &x;
    return p->a[4];
}
