/* 7 * 37 == 256 + 3, and no earlier multiple ends in that byte. */
#include <assert.h>

int main(void) {
    unsigned char i = 0;
    int rounds = 0;
    while (i != 3) {
        i += 7;
        rounds++;
    }
    assert(rounds == 37);
    return 0;
}
