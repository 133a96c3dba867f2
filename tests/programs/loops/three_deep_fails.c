/* i == 6, j == 5, k == 3 add up to 14. */
#include <assert.h>

void f(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                assert(i + j + k != 14);
}
