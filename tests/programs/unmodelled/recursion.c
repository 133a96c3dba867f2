#include <assert.h>

int f(int n) {
    if (n <= 0) return 0;
    int r = f(n - 1);
    assert(r >= 0);
    return r + 1;
}
