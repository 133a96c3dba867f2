unsigned f(unsigned x) {
    return 100 / (x % 7 + 1);
}
