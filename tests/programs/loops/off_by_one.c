#include <assert.h>

void f(unsigned n) {
    unsigned i = 0;
    if (n > 20) n = 20;
    while (i <= n) i++;
    assert(i == n);
}
