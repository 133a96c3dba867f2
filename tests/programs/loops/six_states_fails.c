/* State 4 forgets `sent`: the second connection sees it. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int state = 0, keys = 0, sent = 0;
    for (;;) {
        _Bool good = __VERIFIER_nondet_bool();
        switch (state) {
        case 0: state = good ? 1 : 0; break;
        case 1: if (good) { keys = 1; state = 2; } else state = 5; break;
        case 2: assert(sent == 0); state = good ? 3 : 4; break;
        case 3: assert(keys == 1); sent = 1; state = good ? 3 : 4; break;
        case 4: keys = 0; state = 5; break;
        case 5: if (good) state = 0; else return 0; break;
        default: return 1;
        }
    }
}
