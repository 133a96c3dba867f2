#include <assert.h>

static int f(int n) { return n <= 0 ? 0 : f(n - 1) + 1; }

void g(int n) {
    if (n > 3 && n < 2) f(n);
    assert(n <= 3 || n >= 2);
}
