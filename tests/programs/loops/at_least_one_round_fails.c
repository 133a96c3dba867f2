/* One round too many where n is 0 or less. */
#include <assert.h>

void f(int n) {
    int i = 0;
    if (n > 10000) return;
    do {
        i++;
    } while (i < n);
    assert(i == n);
}
