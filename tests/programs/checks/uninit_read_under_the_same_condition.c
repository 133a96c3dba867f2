int f(int x) {
    int y;
    if (x > 3)
        y = 1;
    x += 1;
    if (x > 4 && x < 100)
        return y;
    return 0;
}
