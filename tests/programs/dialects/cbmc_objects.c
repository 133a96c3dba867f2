#include <stdlib.h>
/* Questions about objects. */
unsigned char nondet_uchar(void);
int g[10];

int main(void)
{
    unsigned n = nondet_uchar();
    char *p = malloc(n), *q = malloc(3);
    char *either = n % 2 ? p : q;
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(p) == n, "size of what is allocated");
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(&g[3]) == 40, "size of a variable");
    __CPROVER_assert(__CPROVER_POINTER_OFFSET(&g[3]) == 12, "offset");
    __CPROVER_assert(__CPROVER_POINTER_OFFSET(p - 1) == -1, "negative offset");
    __CPROVER_assert(__CPROVER_same_object(p, p + n) && !__CPROVER_same_object(p, q), "same");
    __CPROVER_assert(__CPROVER_POINTER_OBJECT(p) != __CPROVER_POINTER_OBJECT(q), "different");
    __CPROVER_assert(__CPROVER_DYNAMIC_OBJECT(p) && !__CPROVER_DYNAMIC_OBJECT(g), "on the heap");
    __CPROVER_assert(__CPROVER_same_object(either, p), "perhaps not the same");
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(either) != 3, "perhaps three");
    return 0;
}
