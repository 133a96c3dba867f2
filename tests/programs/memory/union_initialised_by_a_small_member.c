#include <assert.h>

union number { int i; char c; struct { char first; int second; } pair; };

union number from_the_start = { .c = 1 };

int main(void) {
    union number a = { .pair = { .first = 1 } }, b = { 5 };
    union number c = { .c = 1 };
    assert(a.pair.second == 0 && b.i == 5 && c.c == 1);
    assert(from_the_start.i == 1);
    assert(c.i == 1); /* C says nothing of the other bytes */
    return 0;
}
