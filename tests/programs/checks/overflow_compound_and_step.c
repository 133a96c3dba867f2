int f(int x, long y) {
    x -= 10;
    y--;
    return x > y;
}
