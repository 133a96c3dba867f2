/* SV-COMP's memory that becomes an input. */
void __VERIFIER_nondet_memory(void *, unsigned long);
void reach_error(void) {}

int main(void)
{
    int a[3] = {1, 2, 3};
    __VERIFIER_nondet_memory(a, 2 * sizeof(int));
    if (a[2] != 3)
        reach_error();
    if (a[1] != 2)
        reach_error();
    return 0;
}
