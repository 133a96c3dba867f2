/* The function promises not to return null. */
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int cell;
__attribute__((returns_nonnull)) static int *find(int key) {
    if (key == 42)
        return &cell;
    int *none = NULL;
    return none;
}

int main(void) { return find(__VERIFIER_nondet_int()) == &cell; }
