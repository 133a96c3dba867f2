#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int turn = 0;
    while (__VERIFIER_nondet_bool()) {
        if (turn == 0) turn = 1;
        else { assert(turn == 1); turn = 0; }
    }
    return 0;
}
