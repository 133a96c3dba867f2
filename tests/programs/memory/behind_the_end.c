/* What lies behind an array may be another, by chance. */
#include <assert.h>

int a[2], b[2];

void f(void) {
    int *p = a + 2, *q = b;
    assert(p != q);
}
