#include <assert.h>
#include <stdbool.h>

void f(int x) {
    bool b = x;
    b += 5;
    assert(b == 1);
}
