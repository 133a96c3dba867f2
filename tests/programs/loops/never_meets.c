/* i is a multiple of 4, which 10 is not: the loop never ends and nothing after it is reached. */
#include <assert.h>

int main(void) {
    unsigned i = 0;
    while (i != 10)
        i += 4;
    assert(0);
    return 0;
}
