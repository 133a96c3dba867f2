/* Where the two elements are not one, the sum is wrong. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0}, i = __VERIFIER_nondet_int() & 3, j = __VERIFIER_nondet_int() & 3;
    int sum = (a[i] += 2) + (a[j] = 7);
    if (sum == 9)
        reach_error();
    return 0;
}
