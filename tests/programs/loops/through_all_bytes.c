/* The byte is 0 again after 256 rounds. */
#include <assert.h>

int main(void) {
    unsigned char c = 0;
    int rounds = 0;
    do {
        c++;
        rounds++;
    } while (c != 0);
    assert(rounds == 256);
    return 0;
}
