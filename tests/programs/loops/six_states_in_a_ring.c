/* The state is the number of rounds modulo six. */
#include <assert.h>

void f(unsigned n) {
    unsigned state = 0, laps = 0, i;
    if (n > 1000000) return;
    for (i = 0; i < n; i++) {
        switch (state) {
        case 0: state = 1; break;
        case 1: state = 2; break;
        case 2: state = 3; break;
        case 3: state = 4; break;
        case 4: state = 5; break;
        default: state = 0; laps++; break;
        }
    }
    assert(6 * laps + state == n);
}
