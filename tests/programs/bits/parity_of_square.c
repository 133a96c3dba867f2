#include <assert.h>

void f(unsigned short x) {
    unsigned square = (unsigned)x * x;
    assert((square & 3) == 0 || (square & 3) == 1);
}
