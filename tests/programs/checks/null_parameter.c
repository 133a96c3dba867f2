int read(int *p) {
    return *p;
}
