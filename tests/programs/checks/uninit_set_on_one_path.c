int f(int x) {
    int y;
    if (x > 3)
        y = 1;
    return y;
}
