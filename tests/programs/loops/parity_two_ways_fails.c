/* The first fold is missing: bits 4 to 7 are not counted. */
#include <assert.h>

void f(unsigned char x) {
    unsigned folded = x, count = 0;
    for (int i = 0; i < 8; i++)
        count += x >> i & 1;
    for (int distance = 2; distance > 0; distance /= 2)
        folded ^= folded >> distance;
    assert((folded & 1) == count % 2);
}
