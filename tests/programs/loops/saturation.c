/* level <= 249 before a step of at most 6 is taken, so the byte never wraps: it ends between 250 and 255. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char level = 0;
    while (level < 250) {
        unsigned char before = level, step = __VERIFIER_nondet_uchar() % 7;
        level += step;
        assert(level >= before);
    }
    return 0;
}
