#include <assert.h>

void f(int x) {
    assert((x >> 31) == (x < 0 ? -1 : 0));
}
