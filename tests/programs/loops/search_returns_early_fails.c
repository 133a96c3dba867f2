/* Found at the second place. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int position(int limit) {
    for (int i = 0; i < limit; i++)
        if (__VERIFIER_nondet_int() == 7) return i;
    return -1;
}

int main(void) {
    int limit = __VERIFIER_nondet_int();
    if (limit > 100) return 0;
    assert(position(limit) != 1);
    return 0;
}
