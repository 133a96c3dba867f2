#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0 || x > 9) return 0;
        sum += x;
    }
    assert(sum != 26);
    return 0;
}
