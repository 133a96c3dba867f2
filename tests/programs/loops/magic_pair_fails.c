/* Two inputs in a row, named in the code. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int matched = 0;
    for (int i = 0; i < 100; i++) {
        int x = __VERIFIER_nondet_int();
        if (matched == 0 && x == -777001) matched = 1;
        else if (matched == 1 && x == 424242) matched = 2;
        else matched = 0;
        assert(matched != 2);
    }
    return 0;
}
