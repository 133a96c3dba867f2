/* Thesis §3.8.10: every frontier lies on the initial region; it is never split, its edges are removed. */
extern void reach_error(void);

void test(int a) {
    if (a > 0 && a < 0)
        reach_error();
    if (a > 10 && a < 5)
        reach_error();
}
