/* While falling, x is between 1 and 20; while rising, between 0 and 19. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int falling = 0, x = 0;
    while (__VERIFIER_nondet_bool()) {
        if (!falling) {
            x++;
            if (x == 20) falling = 1;
        } else {
            x--;
            if (x == 0) falling = 0;
        }
        assert(x >= 0 && x <= 20);
    }
    return 0;
}
