#include <assert.h>

void f(unsigned x, unsigned n) {
    n &= 31;
    if (n == 0) return;
    unsigned left = (x << n) | (x >> (32 - n));
    unsigned back = (left >> n) | (left << (32 - n));
    assert(back == x);
}
