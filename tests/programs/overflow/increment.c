#include <assert.h>

void f(int a) {
    assert(a + 1 > a);
}
