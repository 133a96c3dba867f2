/* Article Fig. 6: two calls of an increment. */
extern void reach_error(void);

int inc(int y) {
    int r;
    r = y + 1;
    return r;
}

void top(int x) {
    int a, b;
    a = inc(x);
    b = inc(a);
    if (b != x + 2)
        reach_error();
}
