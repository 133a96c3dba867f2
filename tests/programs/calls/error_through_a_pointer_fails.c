#include <stdlib.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static void nothing(void)
{
}

int main(void)
{
    void (*const actions[])(void) = {nothing, abort, reach_error};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 3)
        actions[i]();
    return 0;
}
