#include <stdlib.h>
int main(void)
{
    char *p = realloc((char *)0x5000, 20);
    free(p);
    return 0;
}
