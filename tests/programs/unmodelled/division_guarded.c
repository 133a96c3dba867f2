#include <assert.h>

void f(unsigned char a, unsigned char b) {
    if (b == 0) return;
    int q = a / b, r = a % b;
    assert(r < b && q <= a);
}
