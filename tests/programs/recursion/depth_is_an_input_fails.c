#include <assert.h>

static int length(int n) { return n <= 0 ? 0 : length(n - 1) + 1; }

void f(int n) {
    if (n < 6)
        assert(length(n) != 5);
}
