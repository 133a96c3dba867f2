int twice(int *p) {
    int x = *p;
    return x + p[0];
}
