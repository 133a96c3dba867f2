/* Thesis Fig. 3.12: 1001 states in the region of the loop's head to choose a trace from. */
extern void reach_error(void);

void foo(void) {
    int a = 1;
    int i = 0;
    while (i < 1000)
        i = i + 1;
    if (a == 0)
        reach_error();
}
