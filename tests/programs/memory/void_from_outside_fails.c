/* What a pointer to void points to is as large as the structure that it is taken for. */
#include <assert.h>

struct pair {
    int x, y;
};

int f(void *given) {
    struct pair *pair = given;
    if (!pair) return 0;
    assert(pair->x != 7 || pair->y != 9);
    return pair->y;
}
