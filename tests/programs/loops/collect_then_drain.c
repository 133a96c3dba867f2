/* First loop: count <= i <= n. Second: count + drained is what was collected. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

void f(unsigned short n) {
    int count = 0, drained = 0;
    for (int i = 0; i < n; i++)
        if (__VERIFIER_nondet_bool()) count++;
    while (count > 0) {
        count--;
        drained++;
    }
    assert(drained <= n);
}
