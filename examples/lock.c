/* A worker takes a lock, looks for a request, and gives the lock back before it serves one. The lock must
   never be taken twice, or given back when it is free. */
#include <assert.h>

extern int next_request(void);

int locked;

static void acquire(void)
{
    assert(locked == 0);
    locked = 1;
}

static void release(void)
{
    assert(locked == 1);
    locked = 0;
}

int main(void)
{
    unsigned served = 0, before;
    do {
        acquire();
        before = served;
        if (next_request() != 0) {
            release();
            served++;
        }
    } while (served != before);
    release();
    return 0;
}
