#include <assert.h>

void f(int a) {
    signed char c = a;
    if (a > 0 && a < 200) assert(c > 0);
}
