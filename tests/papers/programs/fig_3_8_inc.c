/* Thesis Fig. 3.8: the symbolic map after line 9 is {a: a0, q: a0, r: a0 + 1}. */
extern void reach_error(void);

int inc(int a) {
    int q = a;
    int r = q + 1;
    if (r == q)
        reach_error();
    return r;
}
