#include <assert.h>
#include <math.h>

void f(double x)
{
    assert(sin(x) <= 1.0);
}
