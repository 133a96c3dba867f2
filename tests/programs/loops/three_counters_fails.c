/* The third counter counts double when it is ahead of both others by five. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

void f(int n) {
    int red = 0, green = 0, blue = 0, total = 0;
    if (n > 500) return;
    while (total < n) {
        unsigned char ball = __VERIFIER_nondet_uchar() % 3;
        if (ball == 0) red++;
        else if (ball == 1) green++;
        else blue += blue > red + 4 && blue > green + 4 ? 2 : 1;
        total++;
    }
    assert(red + green + blue == total);
}
