/* Invariant: b[k] == a[999 - k] for all k < i. */
#include <assert.h>

void f(void) {
    int a[1000], b[1000];
    for (int i = 0; i < 1000; i++) b[i] = a[999 - i];
    for (int i = 0; i < 1000; i++) assert(a[i] == b[999 - i]);
}
