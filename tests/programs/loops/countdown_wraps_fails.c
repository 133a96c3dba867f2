/* An unsigned counter is never below zero: after 0 it is 4294967295. */
#include <assert.h>

int main(void) {
    for (unsigned i = 10; i >= 0; i--)
        assert(i <= 10);
    return 0;
}
