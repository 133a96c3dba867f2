/* Thesis Fig. 3.13a: holds, but without the loop optimisation the refinement never ends. */
extern void reach_error(void);

void test(void) {
    int b = 0;
    int i = 0;
    while (i < 1)
        i++;
    if (b == 1)
        reach_error();
}
