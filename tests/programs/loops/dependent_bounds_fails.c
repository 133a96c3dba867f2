/* j reaches n. */
#include <assert.h>

void f(int n) {
    for (int i = 0; i < n; i++)
        for (int j = i; j <= n; j++)
            assert(i <= j && j < n);
}
