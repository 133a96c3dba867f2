/* Invariant: a[k] == 7 for all k < i. */
#include <assert.h>

int a[5000];

void f(void) {
    for (int i = 0; i < 5000; i++) a[i] = 7;
    for (int i = 0; i < 5000; i++) assert(a[i] == 7);
}
