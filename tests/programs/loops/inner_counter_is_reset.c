/* Lexicographic descent: outer >= 0 and 0 <= inner <= 9. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

void f(int n) {
    int outer = n, inner = 0;
    while (outer > 0) {
        if (inner > 0) {
            inner--;
        } else {
            outer--;
            inner = __VERIFIER_nondet_uchar() % 10;
        }
        assert(outer >= 0 && inner >= 0 && inner < 10);
    }
}
