/* Thesis Fig. 3.15: holds, but weakest preconditions alone find no loop invariant: DASH_int never halts. */
extern void reach_error(void);

void test(int a) {
    int k = 0;
    for (int i = 1; i < a && i < 10; i++)
        k += i;
    if (k == 2)
        reach_error();
}
