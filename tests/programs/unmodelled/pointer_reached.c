#include <assert.h>

int table[4];

void f(int x) {
    int y = table[x & 7];
    assert(y == 0);
}
