#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct point { char tag; int x, y; struct point *next; };

void f(int x, int y)
{
    struct point first = {'a', x, y, 0}, second, *third = malloc(sizeof *third);
    first.next = &second;
    memcpy(&second, &first, sizeof first);
    memcpy(third, &second, sizeof *third);
    assert(third->x == x && third->y == y && third->next == &second && third->tag == 'a');
}
