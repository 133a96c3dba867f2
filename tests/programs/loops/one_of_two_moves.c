/* Invariant: low <= high. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int low = -10, high = 20;
    while (low < high) {
        if (__VERIFIER_nondet_bool()) low++;
        else high--;
    }
    assert(low == high);
    return 0;
}
