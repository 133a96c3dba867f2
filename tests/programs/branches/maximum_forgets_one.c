#include <assert.h>

int maximum(int a, int b, int c) {
    int m = a;
    if (b > m) m = b;
    if (c > a) m = c;
    assert(m >= b);
    return m;
}
