#include <assert.h>

extern int nondet(void);

int main(void) {
    int x, y;
    if (nondet()) { x = 1; y = 2; } else { x = 2; y = 1; }
    assert(x + y == 3);
    return 0;
}
