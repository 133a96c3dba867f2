/* Thesis Fig. 6.1: fails for every x but 0, the first value that is tried, on which it loops for ever. */
extern void reach_error(void);

void test(int x) {
    while (x == 0) { /* empty */ }
    reach_error();
}
