#include <assert.h>

extern int nondet(void);

static int lock;

static void acquire(void)
{
    assert(!lock);
    lock = 1;
}

static void release(void)
{
    assert(lock);
    lock = 0;
}

/* Nobody knows how deep this goes: that the lock is free wherever it begins and ends follows by induction. */
static void visit(int n)
{
    acquire();
    release();
    if (n > 0)
        visit(n - 1);
    if (nondet())
        visit(n - 2);
}

int main(void)
{
    visit(nondet());
    assert(!lock);
    return 0;
}
