#include <assert.h>
#include <math.h>

int main(void)
{
    volatile double x = -INFINITY;
    assert(isinf(x) != 0);
    assert(isinf(x) > 0);
    return 0;
}
