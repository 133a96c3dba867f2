#include "smack.h"
/* SMACK's assertions, with our header. */
int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned char c = __SMACK_nondet_unsigned_char();
    assume(x > c);
    assert(x > 0);
    assert(x != 300);
    return 0;
}
