/* `continue` skips the counting, and i is counted by `for`. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

void f(int n) {
    int i, kept = 0;
    for (i = 0; i < n && i < 1000; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c == 0) break;
        if (c < 128) continue;
        kept++;
    }
    assert(kept == i);
}
