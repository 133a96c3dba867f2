#include <assert.h>

void f(int n)
{
    if (n < 1 || n > 100) return;
    int a[n];
    a[n - 1] = 5;
    a[0] = 1;
    assert(a[n - 1] == 5);
}
