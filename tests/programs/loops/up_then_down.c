/* Invariant: x == i up to 50, then x == 100 - i. */
#include <assert.h>

int main(void) {
    int x = 0;
    for (int i = 0; i < 100; i++) {
        if (i < 50) x++;
        else x--;
    }
    assert(x == 0);
    return 0;
}
