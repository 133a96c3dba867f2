#include <assert.h>

int f(int x) {
    int y = (x < 0 ? (x = -x, 1) : 0);
    int z = y && x < 0;
    assert(!z || x == (-2147483647 - 1));
    return y;
}
