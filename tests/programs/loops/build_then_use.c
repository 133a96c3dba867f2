/* After the first loop i == k, and the second lets both fall together. */
#include <assert.h>

void f(int n) {
    int i = 0, k = 0;
    while (i < n) {
        i++;
        k++;
    }
    while (i > 0) {
        i--;
        k--;
    }
    assert(k == 0);
}
