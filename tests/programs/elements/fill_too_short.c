/* The last element is left out. */
#include <assert.h>

int a[60];

void f(void) {
    for (int i = 0; i < 59; i++) a[i] = 7;
    for (int i = 0; i < 60; i++) assert(a[i] == 7);
}
