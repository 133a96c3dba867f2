/* Invariant: y == max(30, x - 40). */
#include <assert.h>

int main(void) {
    int x = 0, y = 30;
    while (x < 110) {
        if (x >= 70) y++;
        x++;
    }
    assert(y == 70);
    return 0;
}
