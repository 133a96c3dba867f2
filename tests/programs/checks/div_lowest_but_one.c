int f(int x) {
    if (x == -2147483647 - 1)
        return 0;
    int minus = -1;
    return x / minus;
}
