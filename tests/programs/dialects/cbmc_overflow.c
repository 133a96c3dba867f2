/* Whether arithmetic would overflow. */
int nondet_int(void);
unsigned nondet_uint(void);

int main(void)
{
    int a = nondet_int(), b = nondet_int();
    unsigned c = nondet_uint();
    if (a > 0 && b > 0)
        __CPROVER_assert(__CPROVER_overflow_plus(a, b) == (a > 2147483647 - b), "addition");
    __CPROVER_assert(!__CPROVER_overflow_plus((long)a, b), "in a wider type");
    __CPROVER_assert(__CPROVER_overflow_minus(c, 1u) == (c == 0), "of unsigned numbers");
    __CPROVER_assert(!__CPROVER_overflow_mult((long)a, (long)b), "multiplication");
    __CPROVER_assert(!__CPROVER_overflow_unary_minus(a), "of the smallest number");
    return 0;
}
