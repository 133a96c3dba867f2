#include <stdio.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[8];
    int x = __VERIFIER_nondet_int();
    if (x < -99 || x > 99)
        return 0;
    int length = sprintf(text, "%d", x);
    if (length > 3 || text[length] != 0 || (x < 0) != (text[0] == '-'))
        reach_error();
    return 0;
}
