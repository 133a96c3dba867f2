/* Two invariants, one after the other. */
#include <assert.h>

void f(void) {
    int a[3000], b[3000], c[3000];
    for (int i = 0; i < 3000; i++) b[i] = a[i];
    for (int i = 0; i < 3000; i++) c[i] = b[i];
    for (int i = 0; i < 3000; i++) assert(c[i] == a[i]);
}
