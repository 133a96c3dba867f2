/* False of integers; on 32 bits every bit has left after 32 rounds. */
#include <assert.h>

void f(unsigned x) {
    for (int i = 0; i < 32; i++)
        x += x;
    assert(x == 0);
}
