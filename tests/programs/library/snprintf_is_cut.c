#include <stdio.h>

extern void reach_error(void);

int main(void)
{
    char text[4] = "xyz";
    int length = snprintf(text, 3, "%s", "hello");
    if (length != 5 || text[0] != 'h' || text[1] != 'e' || text[2] != 0 || text[3] != 0)
        reach_error();
    return 0;
}
