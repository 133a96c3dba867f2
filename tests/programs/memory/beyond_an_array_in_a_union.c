/* The array overlaps others of other types, and what is behind it lies in the same structure. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct s {
    int before;
    union {
        int ints[4];
        short shorts[6];
        char bytes[16];
    } u;
    int behind;
};

int main(void) {
    struct s *s = malloc(sizeof *s);
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4) return 0;
    s->u.shorts[1] = 3;
    s->u.bytes[2] = 1;
    s->behind = 5;
    s->u.ints[i] = 7;
    assert(s->behind == 5);
    return 0;
}
