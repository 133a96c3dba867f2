/* Nothing may be added to null; nothing is added. */
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char c[2] = {0};
    int n = __VERIFIER_nondet_int() & 1;
    char *p = n ? c : NULL;
    return p + n == c + 1;
}
