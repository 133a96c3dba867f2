#include <assert.h>
#include <math.h>

void f(float x)
{
    if (isnan(x) || isinf(x)) return;
    assert(floorf(x) <= x && ceilf(x) >= x);
    assert(fabsf(x) >= 0.0f);
    assert(fmaxf(x, 1.0f) >= 1.0f);
}
