/* Machines differ in the NaN that they make of inf - inf, so its bits are not known. */
#include <assert.h>

void f(float x) {
    union { float number; unsigned bits; } both;
    both.number = x - x;
    assert(both.bits == 0 || both.bits == 0x7fc00000);
}
