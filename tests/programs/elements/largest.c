/* Invariant: a[k] <= m for all k < i. */
#include <assert.h>

void f(void) {
    int a[1000];
    int m = a[0];
    for (int i = 0; i < 1000; i++)
        if (a[i] > m) m = a[i];
    for (int i = 0; i < 1000; i++) assert(a[i] <= m);
}
