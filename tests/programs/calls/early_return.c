#include <assert.h>

static int clamp(int x, int low, int high) {
    if (x < low) return low;
    if (x > high) return high;
    return x;
}

void f(int x, int low, int high) {
    int c = clamp(x, low, high);
    assert(c >= low && c <= high);
}
