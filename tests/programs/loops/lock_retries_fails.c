/* The fifth request is counted, but the lock is kept: it is taken twice. */
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int locked;

static void lock(void) {
    if (locked) reach_error();
    locked = 1;
}

static void unlock(void) {
    if (!locked) reach_error();
    locked = 0;
}

int main(void) {
    unsigned served = 0, before;
    do {
        lock();
        before = served;
        if (__VERIFIER_nondet_bool()) {
            if (served != 4) unlock();
            served++;
        }
    } while (served != before);
    unlock();
    return 0;
}
