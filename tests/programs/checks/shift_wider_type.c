unsigned long f(unsigned x, unsigned n) {
    unsigned long y = x;
    return n < 64 ? y << n : 0;
}
