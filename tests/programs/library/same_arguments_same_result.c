#include <assert.h>
#include <ctype.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int c = __VERIFIER_nondet_int() & 127;
    assert(isupper(c) == isupper(c));
    char x[2] = "p";
    int order = strcmp(x, "q");
    assert(order < 0 && strcmp(x, "q") == order);
    return 0;
}
