/* CBMC's assertions, whose message comes second, and assumptions. */
int nondet_int(void);

int main(void)
{
    int x = nondet_int();
    __CPROVER_assume(x > 0 && x < 100);
    __CPROVER_assert(x > 0, "x is positive");
    __CPROVER_precondition(x < 100, "x is small");
    __CPROVER_postcondition(x != 42, "x is not 42");
    __CPROVER_assert(x != 7, "x is not 7");
    return 0;
}
