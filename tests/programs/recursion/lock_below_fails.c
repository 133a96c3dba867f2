#include <assert.h>

static int locked;

static void lock(void) {
    assert(!locked);
    locked = 1;
}

static void visit(int n) {
    if (n == 3)
        lock();
    if (n > 0)
        visit(n - 1);
}

void f(int n) {
    visit(n);
    lock();
}
