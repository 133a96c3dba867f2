#include <assert.h>

void f(int a, unsigned b) {
    if (a < b) assert(a < 0 || (unsigned)a < b);
    else assert(a >= 0);
}
