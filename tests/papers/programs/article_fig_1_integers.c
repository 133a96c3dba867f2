/* Article Fig. 1 without its pointers: the lock is one variable, and the loop's invariant is that it is
   locked if and only if x == y (article §2, "Handling loops"). */
extern int nondet(void);
extern void reach_error(void);

void lock_unlock(int y) {
    int lock = 0;
    int x;
    do {
        if (lock != 0)
            reach_error();
        lock = 1;
        x = y;
        if (nondet()) {
            y++;
            if (lock != 1)
                reach_error();
            lock = 0;
        }
    } while (x != y);
    if (lock != 1)
        reach_error();
    lock = 0;
}
