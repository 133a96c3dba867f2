int f(int x, int y) {
    if (x < 0 || x > 1000000000 || y < 0 || y > 1147483647)
        return 0;
    return x + y;
}
