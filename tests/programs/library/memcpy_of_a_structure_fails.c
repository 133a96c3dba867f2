#include <assert.h>
#include <string.h>

struct point { char tag; int x, y; };

void f(int x, int y)
{
    struct point first = {'a', x, y}, second = {'b', 0, 0};
    memcpy(&second, &first, sizeof first);
    assert(second.x != 17 || second.y == 4);
}
