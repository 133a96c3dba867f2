unsigned f(unsigned x, int n) {
    return x >> (n & 31);
}
