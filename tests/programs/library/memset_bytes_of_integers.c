#include <assert.h>
#include <string.h>

int main(void)
{
    int a[4] = {1, 2, 3, 4};
    memset(a + 1, 0xff, 2 * sizeof *a);
    assert(a[0] == 1 && a[1] == -1 && a[2] == -1 && a[3] == 4);
    return 0;
}
