/* A search that found nothing. */
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char c[2] = {0};
    char *found = __VERIFIER_nondet_int() ? c : NULL;
    char *behind = found + 1;
    return behind == c + 1;
}
