/* Quantifiers over a range are loops. */
int nondet_int(void);

int main(void)
{
    int a[4], n = 3, some = nondet_int();
    for (int i = 0; i < 4; i++)
        a[i] = i;
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 4) ==> a[i] == i }, "all");
    if (some == 1)
        __CPROVER_assert(__CPROVER_forall { unsigned i; i <= n ==> a[i] < 3 }, "not all");
    __CPROVER_assert(__CPROVER_exists { int i; (0 <= i && i < 4) && a[i] == 2 }, "one");
    if (some == 2)
        __CPROVER_assert(__CPROVER_exists { int i; i > 0 && n > i && a[i] == 3 }, "none");
    int x = nondet_int();
    __CPROVER_assume(__CPROVER_exists { int i; (i >= 0 && i < 4) && x == a[i] });
    __CPROVER_assert(x >= 0 ==> x < 4, "assumed");
    __CPROVER_assert(x > 1 && x < 9 ==> x == 2, "an implication that fails");
    return 0;
}
