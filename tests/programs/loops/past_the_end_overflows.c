/* False of integers, where i passes n: an int is never above the greatest int, so the loop does not end. */
#include <assert.h>

void f(int i) {
    int n = 2147483647;
    while (i <= n)
        i++;
    assert(0);
}
