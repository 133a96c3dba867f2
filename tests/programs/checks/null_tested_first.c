int first(int *p) {
    if (p == 0)
        return -1;
    return *p;
}
