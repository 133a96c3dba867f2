#include <assert.h>

static unsigned dist(unsigned a, unsigned b) { return a > b ? a - b : b - a; }

void f(unsigned a, unsigned b) {
    assert(dist(a, b) == dist(b, a));
}
