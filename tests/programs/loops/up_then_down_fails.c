/* 51 rounds up, 49 down. */
#include <assert.h>

int main(void) {
    int x = 0;
    for (int i = 0; i < 100; i++) {
        if (i <= 50) x++;
        else x--;
    }
    assert(x == 0);
    return 0;
}
