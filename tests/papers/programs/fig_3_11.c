/* Thesis Fig. 3.11, after SYNERGY's Fig. 1: the trace to the error does not follow the shortest abstract path. */
extern void reach_error(void);

void foo(int a) {
    int i = 0;
    while (i < 1)
        i = i + 1;
    if (a < 0)
        reach_error();
}
