/* The second loop stops one early. */
#include <assert.h>

void f(int n) {
    int i = 0, k = 0;
    if (n > 10000) return;
    while (i < n) {
        i++;
        k++;
    }
    while (i > 1) {
        i--;
        k--;
    }
    assert(k == 0);
}
