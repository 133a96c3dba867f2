int f(int n) {
    if (n < 0 || n > 31)
        return 0;
    return 1 << n;
}
