/* Thesis Fig. 4.1: the running example with a call; the error cannot be reached. */
extern void reach_error(void);

int sum(int i, int x) {
    int s = i + x;
    return s;
}

void test(int x, int y) {
    if (x > 0) {
        y = 4;
        int q = sum(x, y);
        if (q == 5)
            if (x == 2)
                reach_error();
    }
}
