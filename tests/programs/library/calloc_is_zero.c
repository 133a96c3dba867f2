#include <assert.h>
#include <stdlib.h>

void f(unsigned n, unsigned i)
{
    int *a = calloc(n, sizeof *a), *b = calloc(3, sizeof *b), *c = malloc(3 * sizeof *c);
    int *d = n % 2 ? b : c;
    if (i < n)
        assert(a[i] == 0);
    c[0] = d != b;
    assert(b[0] == 0 && b[2] == 0);
}
