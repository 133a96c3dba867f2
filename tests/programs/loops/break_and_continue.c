/* `kept` counts the rounds that do not continue; the break leaves with i below n. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

void f(int n) {
    int i, kept = 0, skipped = 0, broken = 0;
    for (i = 0; i < n; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c == 0) { broken = 1; break; }
        if (c < 128) { skipped++; continue; }
        kept++;
    }
    assert(kept + skipped == i);
    assert(!broken || i < n);
}
