/* A step of 7 from 249 wraps the byte. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char level = 0;
    while (level < 250) {
        unsigned char before = level, step = __VERIFIER_nondet_uchar() % 8;
        level += step;
        assert(level >= before);
    }
    return 0;
}
