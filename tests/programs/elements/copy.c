/* Invariant: b[k] == a[k] for all k < i, whatever a holds. */
#include <assert.h>

void f(void) {
    int a[4000], b[4000];
    for (int i = 0; i < 4000; i++) b[i] = a[i];
    for (int i = 0; i < 4000; i++) assert(b[i] == a[i]);
}
