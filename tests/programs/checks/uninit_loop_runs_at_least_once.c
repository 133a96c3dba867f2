int f(int n) {
    int last, i = 0;
    if (n <= 0)
        return 0;
    while (i < n) {
        last = i;
        i++;
    }
    return last;
}
