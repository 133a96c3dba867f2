/* A loop with two entries: whoever comes to `middle` has x == 2 * i + 1. */
#include <assert.h>

void f(unsigned n, _Bool skip) {
    unsigned x = 0, i = 0;
    if (skip) {
        x = 1;
        goto middle;
    }
top:
    if (i >= n) goto end;
    x++;
middle:
    x++;
    i++;
    goto top;
end:
    assert(x == 2 * i);
}
