#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *a = 0;
    for (int n = 0; n < 3; n++) {
        a = realloc(a, (n + 1) * sizeof *a);
        a[n] = n;
    }
    assert(a[0] + a[1] + a[2] == 3);
    free(a);
    return 0;
}
