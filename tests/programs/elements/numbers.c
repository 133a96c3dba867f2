/* Invariant: a[k] == k + 1 for all k < i. */
#include <assert.h>

void f(void) {
    int a[1000];
    for (int i = 0; i < 1000; i++) a[i] = i + 1;
    for (int i = 0; i < 1000; i++) assert(a[i] == i + 1);
}
