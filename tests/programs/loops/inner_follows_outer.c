/* The inner loop starts again at the outer counter: 0 <= inner <= outer <= n. */
#include <assert.h>

void f(unsigned char n) {
    int outer = n;
    while (outer > 0) {
        int inner = outer;
        while (inner > 0) {
            inner--;
            assert(inner < outer && outer <= n);
        }
        assert(inner == 0);
        outer--;
    }
}
