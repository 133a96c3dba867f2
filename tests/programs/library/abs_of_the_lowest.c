#include <assert.h>
#include <stdlib.h>

void f(int x)
{
    int y = abs(x);
    assert(y >= 0);
}
