int f(int x, int n) {
    if (n > 31)
        return 0;
    return x >> n;
}
