/* True of integers; round 31 makes the least int. */
#include <assert.h>

void f(unsigned char n) {
    int x = 1;
    if (n > 31) return;
    for (int i = 0; i < n; i++)
        x += x;
    assert(x > 0);
}
