#include <assert.h>

void f(int x) {
    assert(x != 5);
    if (x == 5) assert(0);
}
