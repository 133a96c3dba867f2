/* Only rising inputs go on, so the last is the greatest. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int first = __VERIFIER_nondet_int();
    int last = first;
    while (__VERIFIER_nondet_bool()) {
        int x = __VERIFIER_nondet_int();
        __VERIFIER_assume(x >= last);
        last = x;
    }
    assert(first <= last);
    return 0;
}
