#include <assert.h>

void f(unsigned char a, unsigned char b) {
    if (b == 0) return;
    int q = a / b, r = a % b;
    assert(q * b + r == a && r < b);
}
