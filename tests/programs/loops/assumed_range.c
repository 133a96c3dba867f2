/* From 10 to 1000 in steps of one: the loop ends exactly at the limit. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int start = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int();
    __VERIFIER_assume(start >= 10);
    __VERIFIER_assume(start <= limit && limit <= 1000);
    int i = start;
    while (i != limit)
        i++;
    assert(i >= 10 && i <= 1000);
    return 0;
}
