// Null may not be given to strlen, by <string.h>.
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char text[4] = "abc";
    char *p = __VERIFIER_nondet_int() == 7 ? 0 : text;
    return (int)strlen(p);
}
