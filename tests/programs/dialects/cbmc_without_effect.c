#include <stdlib.h>
/* What CBMC is told without any effect on the program, and memory that it allocates. */
int nondet_int(void);

int main(void)
{
    int x = nondet_int();
    __CPROVER_input("x", x);
    __CPROVER_cover(x > 3);
    __CPROVER_atomic_begin();
    int *p = __CPROVER_allocate(sizeof(int), 1);
    __CPROVER_atomic_end();
    __CPROVER_output("x", x);
    __CPROVER_printf("%d", x);
    __CPROVER_assert(*p == 0, "zero");
    __CPROVER_assert(x != 5, "an input");
    __CPROVER_bool b = x;
    __CPROVER_assert(b <= 1, "a truth value");
    return 0;
}
