#include <stdarg.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int second(int count, va_list list)
{
    if (count < 2)
        return 0;
    (void)va_arg(list, char *);
    return va_arg(list, int);
}

static int pick(int count, ...)
{
    va_list list;
    va_start(list, count);
    int found = second(count, list);
    va_end(list);
    return found;
}

int main(void)
{
    int count = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int();
    if (pick(count, "first", value) == 41)
        reach_error();
    return 0;
}
