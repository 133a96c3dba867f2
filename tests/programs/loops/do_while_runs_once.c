#include <assert.h>

void f(int n) {
    int ran = 0;
    do { ran = 1; n--; } while (n > 0);
    assert(ran == 1);
}
