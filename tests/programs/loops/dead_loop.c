/* The loop is never entered: what stands in it holds of no execution. */
#include <assert.h>

void f(int n) {
    while (n > 10 && n < 5) {
        n++;
        assert(0);
    }
}
