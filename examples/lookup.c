#include <assert.h>

static const int table[4] = {2, 3, 5, 7};

int lookup(unsigned x, unsigned n) {
    return table[x & 4] / (n | 1);
}
