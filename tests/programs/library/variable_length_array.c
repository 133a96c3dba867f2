#include <assert.h>

void f(int n, int x)
{
    if (n < 2 || n > 100) return;
    int a[n];
    a[n - 1] = x;
    a[0] = 1;
    assert(a[n - 1] == x);
    assert(sizeof a == n * sizeof(int));
}
