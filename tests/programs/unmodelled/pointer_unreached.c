#include <assert.h>

int table[4];

void f(int x) {
    if (x > 0) { x = 0; }
    if (x == 1) { int *p = &table[x]; *p = 3; }
    assert(x <= 0);
}
