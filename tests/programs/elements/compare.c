/* Invariant under a condition: while same is set, a[k] == b[k] for all k < i. */
#include <assert.h>

void f(void) {
    int a[2000], b[2000], same = 1;
    for (int i = 0; i < 2000; i++)
        if (a[i] != b[i]) same = 0;
    if (same)
        for (int i = 0; i < 2000; i++) assert(a[i] == b[i]);
}
