/* A member from outside is 0 or 1, also where nobody asks. */
#include <assert.h>
#include <stddef.h>

struct state {
    int level;
    _Bool ready;
};

int check(struct state *s, void *untyped) {
    if (s == NULL || untyped == NULL)
        return 0;
    struct state *other = untyped;
    int both = s->ready + other->ready;
    assert(both <= 2);
    return both;
}
