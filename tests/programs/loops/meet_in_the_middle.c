/* Invariant: low + high == n and low <= high + 1. */
#include <assert.h>

void f(int n) {
    int low = 0, high = n;
    if (n < 0) return;
    while (low < high) {
        low++;
        high--;
    }
    assert(low - high == 0 || low - high == 1);
}
