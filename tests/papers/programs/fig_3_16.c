/* Thesis Fig. 3.16: the first statement is a branch that is never taken, so the initial region has no state
   when it becomes the frontier. */
extern void reach_error(void);

void test(int a) {
    if (a != a)
        reach_error();
}
