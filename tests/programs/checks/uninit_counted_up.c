int f(int n) {
    int sum;
    for (int i = 0; i < n; i++)
        sum += i;
    return 0;
}
