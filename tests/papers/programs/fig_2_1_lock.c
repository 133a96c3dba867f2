/* Thesis Fig. 2.1(c): the lock property φ_lock woven into a driver's loop. The list is an input here: only
   whether there is a request matters. The figure's second `if` of each pair is meant as an `else`. */
extern int nondet(void);
extern void reach_error(void);

enum { UNLOCKED, LOCKED, ERROR_STATE };

void example(void) {
    int state = UNLOCKED;
    int n = 0, n_old;
    do {
        if (state == UNLOCKED) state = LOCKED;
        else state = ERROR_STATE;
        if (state == ERROR_STATE) reach_error();
        n_old = n;
        int request = nondet();
        if (request != 0) {
            if (state == LOCKED) state = UNLOCKED;
            else state = ERROR_STATE;
            if (state == ERROR_STATE) reach_error();
            n++;
        }
    } while (n_old != n);
    if (state == LOCKED) state = UNLOCKED;
    else state = ERROR_STATE;
    if (state == ERROR_STATE) reach_error();
}
