/* The same through a pointer. */
#include <assert.h>

void f(float x) {
    float y = x - x;
    assert(*(unsigned *)&y == 0 || *(unsigned *)&y == 0x7fc00000);
}
