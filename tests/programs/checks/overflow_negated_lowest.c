int f(int x) {
    if (x < 0)
        x = -x;
    return x;
}
