/* Thesis §3.8.6: Fig. 3.11 with 1000 iterations, found at once if the trace may leave the path. */
extern void reach_error(void);

void foo(int a) {
    int i = 0;
    while (i < 1000)
        i = i + 1;
    if (a < 0)
        reach_error();
}
