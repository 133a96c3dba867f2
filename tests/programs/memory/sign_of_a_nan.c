/* … and in its sign. */
#include <assert.h>
#include <math.h>

void f(float x) { assert(x - x == 0 || !signbit(x - x)); }
