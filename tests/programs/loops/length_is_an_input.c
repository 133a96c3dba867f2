/* k == 3 * i + 1; i ends at n or stays 0. */
#include <assert.h>

void f(int n) {
    int i = 0;
    unsigned k = 1;
    while (i < n) {
        i++;
        k += 3;
    }
    assert(k == 3u * i + 1);
    assert(i == n || (i == 0 && n < 0));
}
