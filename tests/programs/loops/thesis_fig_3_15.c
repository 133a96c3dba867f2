/* Thesis Fig. 3.15, where weakest preconditions alone never end: k goes 0, 1, 3, 6, ... */
extern void reach_error(void);

void test(int a) {
    int k = 0;
    for (int i = 1; i < a && i < 10; i++)
        k += i;
    if (k == 2)
        reach_error();
}
