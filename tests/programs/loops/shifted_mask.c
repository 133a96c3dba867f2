/* The mask has one bit until it is shifted out in round 32. */
#include <assert.h>

int main(void) {
    unsigned mask = 1, rounds = 0;
    while (mask != 0) {
        assert((mask & (mask - 1)) == 0);
        mask <<= 1;
        rounds++;
    }
    assert(rounds == 32);
    return 0;
}
