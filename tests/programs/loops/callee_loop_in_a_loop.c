/* `drained` takes what is there, so the tank is never negative and empty after each round. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int tank;

static int drained(void) {
    int taken = 0;
    while (tank > 0) {
        tank--;
        taken++;
    }
    return taken;
}

void f(int n) {
    for (int i = 0; i < n; i++) {
        int filled = __VERIFIER_nondet_uchar() % 11;
        tank += filled;
        assert(drained() == filled);
    }
}
