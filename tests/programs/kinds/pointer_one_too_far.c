/* One behind the end can be pointed at, two cannot. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    int *end = a + n;
    return end == a;
}
