/* Invariant: red + green + blue == total. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

void f(int n) {
    int red = 0, green = 0, blue = 0, total = 0;
    while (total < n) {
        unsigned char ball = __VERIFIER_nondet_uchar() % 3;
        if (ball == 0) red++;
        else if (ball == 1) green++;
        else blue++;
        total++;
    }
    assert(red + green + blue == total);
}
