/* The position is below the limit where something was found, and -1 where not. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int position(int limit) {
    for (int i = 0; i < limit; i++)
        if (__VERIFIER_nondet_int() == 7) return i;
    return -1;
}

int main(void) {
    int limit = __VERIFIER_nondet_int();
    int found = position(limit);
    assert(found == -1 || (found >= 0 && found < limit));
    return 0;
}
