/* An odd inner counter goes down by two to -1. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

void f(int n) {
    int outer = n, inner = 0;
    while (outer > 0) {
        if (inner > 0) {
            inner -= 2;
        } else {
            outer--;
            inner = __VERIFIER_nondet_uchar() % 10;
        }
        assert(inner >= 0);
    }
}
