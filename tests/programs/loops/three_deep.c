/* k < j and j < i. */
#include <assert.h>

void f(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                assert(k + 1 < i);
}
