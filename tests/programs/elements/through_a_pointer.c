/* The array is filled by a function that is given its address. */
#include <assert.h>

static void fill(int *p, int n, int value) {
    for (int i = 0; i < n; i++) p[i] = value;
}

void f(void) {
    int a[300];
    fill(a, 300, 9);
    for (int i = 0; i < 300; i++) assert(a[i] == 9);
}
