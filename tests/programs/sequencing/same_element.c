/* The two elements may be one: then C does not define what is stored. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0}, i = __VERIFIER_nondet_int() & 3, j = __VERIFIER_nondet_int() & 3;
    a[i] = 1 + (a[j] = 7);
    if (a[i] != 8)
        reach_error();
    return 0;
}
