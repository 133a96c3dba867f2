#include <stdio.h>

extern void reach_error(void);

int main(void)
{
    char text[16];
    sprintf(text, "%.1f", 2.5);
    if (text[0] == '2')
        reach_error();
    return 0;
}
