extern int __VERIFIER_nondet_int(void);

int main(void) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j > 3)
        return 0;
    return m[0][j];
}
