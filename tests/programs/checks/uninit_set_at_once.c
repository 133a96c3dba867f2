int f(int x) {
    int y;
    y = x;
    return y;
}
