/* A function that the program defines is the program's, whatever it is called. */
int count;
void __CPROVER_assert(int c, const char *text) { count++; }
void __VERIFIER_atomic_add(int *p) { *p = *p + 1; }
void reach_error(void);

int main(void)
{
    __CPROVER_assert(0, "no assertion");
    __VERIFIER_atomic_add(&count);
    if (count != 2)
        reach_error();
    return 0;
}
