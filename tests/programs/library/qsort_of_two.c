#include <assert.h>
#include <stdlib.h>

static int order(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

void f(int x, int y)
{
    int a[2] = {x, y};
    qsort(a, 2, sizeof *a, order);
    assert(a[0] <= a[1]);
}
