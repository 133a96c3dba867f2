/* An odd number is not drained by twos. */
#include <assert.h>

void f(unsigned char n) {
    int x = 0;
    for (int i = 0; i < n; i++)
        x++;
    while (x > 0)
        x -= 2;
    assert(x == 0);
}
