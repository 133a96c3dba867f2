/* Falls by three from 10, so it never meets 0 but -2. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int falling = 0, x = 0;
    for (;;) {
        if (!falling) {
            x++;
            if (x == 10) falling = 1;
        } else {
            x -= 3;
            if (x == 0) falling = 0;
        }
        assert(x >= 0 && x <= 10);
    }
}
