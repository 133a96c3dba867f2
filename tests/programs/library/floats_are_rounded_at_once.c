#include <assert.h>

int main(void)
{
    volatile float f = 16777216.0f;
    assert(f + 1.0f == f);
    assert(f + 1.0f != f);
    return 0;
}
