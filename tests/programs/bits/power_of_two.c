#include <assert.h>

void f(unsigned x) {
    if (x != 0 && (x & (x - 1)) == 0)
        assert((x & -x) == x);
}
