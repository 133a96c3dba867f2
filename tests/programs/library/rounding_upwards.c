#include <assert.h>
#include <fenv.h>

int main(void)
{
    volatile double a = 1.0, b = 1e-20;
    fesetround(FE_UPWARD);
    assert(a + b == 1.0);
    return 0;
}
