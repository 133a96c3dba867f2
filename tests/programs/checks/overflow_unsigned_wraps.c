unsigned f(unsigned x, unsigned y) {
    return x * y + 1u - (x << 3);
}
