/* Fig. 1: LockUnlock acquires and releases pi->lock in strict alternation. The assumption is the article's,
 * tacitly: where pi->y is one of the locks, counting it up breaks the discipline. */
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
extern int NonDet(void);

struct ProtectedInt {
    int *lock;
    int *y;
};
int *lock1, *lock2;

void LockUnlock(struct ProtectedInt *pi, int *first, int *second, int x) {
    lock1 = first;
    lock2 = second;
    __VERIFIER_assume(pi->y != pi->lock && pi->y != lock1 && pi->y != lock2);
    int do_return = 0;
    if (pi->lock == lock1) {
        do_return = 1;
        pi->lock = lock2;
    } else if (pi->lock == lock2) {
        do_return = 1;
        pi->lock = lock1;
    }
    *(pi->lock) = 0;
    *lock1 = 0;
    *lock2 = 0;
    if (do_return) {
        return;
    } else {
        do {
            if (*(pi->lock) != 0)
                __VERIFIER_error();
            *(pi->lock) = 1;
            if (*lock1 == 1 || *lock2 == 1)
                __VERIFIER_error();
            x = *(pi->y);
            if (NonDet()) {
                (*(pi->y))++;
                if (*(pi->lock) != 1)
                    __VERIFIER_error();
                *(pi->lock) = 0;
            }
        } while (x != *(pi->y));
        if (*(pi->lock) != 1)
            __VERIFIER_error();
        *(pi->lock) = 0;
    }
}
