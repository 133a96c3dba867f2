#include <assert.h>

int step(int state, int event) {
    int next;
    switch (state) {
    case 0: next = event ? 1 : 0; break;
    case 1:
    case 2: next = state + 1; /* falls through */
    case 3: if (event > 3) { next = 0; break; } next = 3; break;
    default: next = -1;
    }
    assert(next >= -1 && next <= 3);
    assert(next != -1);
    return next;
}
