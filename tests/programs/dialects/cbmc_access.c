#include <stdlib.h>
/* What can be accessed, with one and with two arguments. */
unsigned char nondet_uchar(void);

int main(void)
{
    unsigned n = nondet_uchar() + 1;
    char *p = malloc(n), *null = 0;
    int x;
    __CPROVER_assert(__CPROVER_r_ok(p, n) && __CPROVER_w_ok(p, n), "all of it");
    __CPROVER_assert(!__CPROVER_r_ok(p, n + 1), "no more");
    __CPROVER_assert(__CPROVER_rw_ok(p + n - 1, 1) && !__CPROVER_rw_ok(p + n, 1), "the last byte");
    __CPROVER_assert(__CPROVER_r_ok(p) && __CPROVER_w_ok(&x), "by the type of the pointer");
    __CPROVER_assert(!__CPROVER_r_ok(null, 1), "null");
    __CPROVER_assert(__CPROVER_r_ok((int *)p), "four bytes");
    free(p);
    __CPROVER_assert(!__CPROVER_r_ok(p, 1), "freed");
    __CPROVER_assert(__CPROVER_w_ok(p, 1), "freed");
    return 0;
}
