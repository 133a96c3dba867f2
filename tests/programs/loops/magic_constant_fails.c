/* One of 2^32 inputs, named in the code. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 50; i++) {
        int x = __VERIFIER_nondet_int();
        if (x == 123456789) total = -1;
        else if (total >= 0) total++;
        assert(total >= 0);
    }
    return 0;
}
