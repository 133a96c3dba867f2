#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q = realloc(p, 2 * sizeof *p);
    q[0] = 1;
    return *p;
}
