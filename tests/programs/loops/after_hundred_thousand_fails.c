/* Nothing happens for a hundred thousand rounds. */
#include <assert.h>

int main(void) {
    int rounds = 0, level = 7;
    while (rounds < 1000000) {
        rounds++;
        if (rounds == 100000) level = 8;
        assert(level == 7);
    }
    return 0;
}
