#include <stdarg.h>

extern void reach_error(void);

static int last(int count, ...)
{
    va_list list;
    int found = 0;
    va_start(list, count);
    while (count-- >= 0)
        found = va_arg(list, int);
    va_end(list);
    return found;
}

int main(void)
{
    if (last(2, 4, 5) == 4)
        reach_error();
    return 0;
}
