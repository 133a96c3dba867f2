long f(int x, int y) {
    return (long)x * y;
}
