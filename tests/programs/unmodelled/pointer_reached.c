#include <assert.h>

int table[4];

void f(int x) {
    int y = table[x & 3];
    assert(y == 0);
}
