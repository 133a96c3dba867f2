#include <stdlib.h>
/* A slice whose size is not known. */
unsigned char nondet_uchar(void);

int main(void)
{
    unsigned n = nondet_uchar() % 3;
    int a[3] = {1, 2, 3};
    __CPROVER_havoc_slice(a, n * sizeof(int));
    __CPROVER_assert(a[2] == 3, "n is at most two");
    __CPROVER_assert(a[1] == 2, "n may be two");
    return 0;
}
