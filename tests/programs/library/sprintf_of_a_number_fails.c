#include <stdio.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[12];
    sprintf(text, "%d", __VERIFIER_nondet_int());
    if (text[0] == '-' && text[1] == '4' && text[2] == '2' && text[3] == 0)
        reach_error();
    return 0;
}
