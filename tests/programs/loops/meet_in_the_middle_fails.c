/* An odd distance: they pass each other. */
#include <assert.h>

void f(int n) {
    int low = 0, high = n;
    if (n < 0 || n > 10000) return;
    while (low < high) {
        low++;
        high--;
    }
    assert(low == high);
}
