#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void (*leave)(int) = exit;
static void (*fail)(void) = reach_error;

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5)
        leave(0);
    if (x > 6)
        fail();
    if (x > 7)
        reach_error();
    return 0;
}
