unsigned f(unsigned x, unsigned y) {
    if (y > 1000)
        return 0;
    return x % y;
}
