#include <assert.h>
#include <string.h>

void f(int n, int x)
{
    int from[3] = {x, x, x}, to[3] = {0, 0, 0};
    if (n < 0 || n > 3) return;
    memcpy(to, from, n * sizeof *to);
    assert(n < 2 || to[1] == x);
    assert(n == 3 || to[2] == 0);
}
