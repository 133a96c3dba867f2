#include <assert.h>

int maximum(int a, int b, int c) {
    int m = a;
    if (b > m) m = b;
    if (c > m) m = c;
    assert(m >= a && m >= b && m >= c);
    assert(m == a || m == b || m == c);
    return m;
}
