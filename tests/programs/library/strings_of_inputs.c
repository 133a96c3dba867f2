#include <assert.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    char s[4];
    for (int i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    assert(strcmp(s, "key") != 0);
    return 0;
}
