int f(int n) {
    int last, i = 0;
    while (i < n) {
        last = i;
        i++;
    }
    return last;
}
