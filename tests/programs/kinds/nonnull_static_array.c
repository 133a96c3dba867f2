/* `static` says that there are three elements at least. */
#include <stddef.h>

static int third(int n, const int a[static 3]) { return n > 2 ? a[2] : 0; }

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3] = {0}, n = __VERIFIER_nondet_int();
    return third(n, n > 2 ? a : NULL);
}
