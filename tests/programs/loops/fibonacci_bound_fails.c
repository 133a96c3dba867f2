/* The 21st number is 10946. */
#include <assert.h>

void f(unsigned char n) {
    int x = 0, y = 1;
    for (int i = 0; i < n; i++) {
        int next = x + y;
        x = y;
        y = next;
        assert(y < 10000);
    }
}
