extern int __VERIFIER_nondet_int(void);
int m[2][3];

int main(void) {
    int (*row)[3] = m;
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j > 5)
        return 0;
    return row[0][j];
}
