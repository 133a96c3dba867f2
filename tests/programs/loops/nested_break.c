#include <assert.h>

extern int nondet(void);

void f(void) {
    int found = 0, stop = 0;
    while (!stop) {
        for (;;) {
            if (nondet()) { found = 1; break; }
            if (nondet()) { stop = 1; break; }
        }
        if (found) stop = 1;
    }
    assert(found == 0 || stop == 1);
}
