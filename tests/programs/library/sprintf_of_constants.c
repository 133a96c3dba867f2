#include <stdio.h>
#include <string.h>

extern void reach_error(void);

int main(void)
{
    char name[32];
    int length = sprintf(name, "%s(%d)disk(%02x)", "multi", -3, 10);
    if (length != 18 - 1 || strcmp(name, "multi(-3)disk(0a)") != 0)
        reach_error();
    return 0;
}
