#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 5;
    if (scanf("%d", &x) != 1)
        assert(x == 5);
    return 0;
}
