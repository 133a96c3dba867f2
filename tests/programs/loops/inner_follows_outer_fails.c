/* inner starts at outer: the first assertion fails in the first round, so the second is never reached. */
#include <assert.h>

void f(unsigned char n) {
    int outer = n;
    while (outer > 2) {
        int inner = outer;
        while (inner > 0) {
            assert(inner < outer);
            inner--;
        }
        assert(inner == 0);
        outer--;
    }
}
