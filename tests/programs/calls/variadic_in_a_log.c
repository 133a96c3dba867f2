#include <stdarg.h>
#include <stdio.h>

extern void reach_error(void);
static int lines;

static void note(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    lines++;
}

int main(void)
{
    int x = 3;
    note("x is %d at %p\n", x, (void *)&x);
    note("done\n");
    if (lines != 2 || x != 3)
        reach_error();
    return 0;
}
