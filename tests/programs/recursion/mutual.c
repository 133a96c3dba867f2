#include <assert.h>

static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

void f(int n) {
    if (n >= 0 && n <= 6)
        assert(is_even(n) == (n % 2 == 0));
}
