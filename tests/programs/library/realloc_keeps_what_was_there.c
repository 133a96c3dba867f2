#include <assert.h>
#include <stdlib.h>

void f(int x, int y)
{
    int *p = malloc(2 * sizeof *p), *q;
    p[0] = x;
    p[1] = y;
    q = realloc(p, 4 * sizeof *q);
    q[3] = 1;
    assert(q[0] == x && q[1] == y);
    free(q);
}
