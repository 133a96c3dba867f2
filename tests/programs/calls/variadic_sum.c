#include <stdarg.h>

extern void reach_error(void);

static int sum(int count, ...)
{
    va_list list;
    int total = 0;
    va_start(list, count);
    while (count-- > 0)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void)
{
    if (sum(3, 1, 2, 3) + sum(0) != 6)
        reach_error();
    return 0;
}
