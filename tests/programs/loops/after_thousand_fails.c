/* Nothing happens for a thousand rounds. */
#include <assert.h>

int main(void) {
    int x = 0;
    for (;;) {
        x++;
        assert(x <= 1000);
    }
}
