int f(int x) {
    if (x < 0 || x > 46341)
        return 0;
    return x * x;
}
