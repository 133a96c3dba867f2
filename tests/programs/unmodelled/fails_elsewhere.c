#include <assert.h>

int table[4];

void f(int x) {
    if (x == 0) { table[1] = 2; }
    assert(x != 8);
}
