#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int x = rand();
    assert(x % 1000 != 777);
    return 0;
}
