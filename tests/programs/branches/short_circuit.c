#include <assert.h>

int calls;
static int touch(int r) { calls++; return r; }

void f(int a) {
    calls = 0;
    if (a > 5 && touch(a) > 7) assert(calls == 1);
    else assert(calls <= 1);
}
