/* What two calls of a wrapper return is not initialised, and the third call of another goes wrong. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct point { short x, y; };
struct cell { struct cell *next; int value; };

static void *take(size_t size)
{
    void *made = malloc(size);
    if (!made)
        exit(1);
    return made;
}

static void change(void *target, int *value, int kind)
{
    static int turns;
    int before;
    if (++turns > 2)
        before = *value + 1;
    *value = before;
    if (kind)
        *(int *)target = *value;
    else
        *(short *)target = (short)*value;
}

int main(void)
{
    struct point *point = take(sizeof *point);
    struct cell *cell = take(sizeof *cell);
    int a = 1, b = 2, c = __VERIFIER_nondet_int();
    if (c < 0 || c > 1000)
        return 0;
    short old = point->y;
    cell->next = cell;
    change(&point->x, &a, 0);
    change(&cell->value, &b, 1);
    change(&cell->next->value, &c, 1);
    if (point->x == 7 && b == 9 && cell->value == 43 && old == 5)
        reach_error();
    return 0;
}
