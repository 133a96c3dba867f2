/* Folding by xor keeps the parity of the number of bits. */
#include <assert.h>

void f(unsigned char x) {
    unsigned folded = x, count = 0;
    for (int i = 0; i < 8; i++)
        count += x >> i & 1;
    for (int distance = 4; distance > 0; distance /= 2)
        folded ^= folded >> distance;
    assert((folded & 1) == count % 2);
}
