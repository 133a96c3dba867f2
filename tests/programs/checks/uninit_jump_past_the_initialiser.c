int f(int x) {
    switch (x) {
        int y = 3;
    case 1:
        y++;
        return y;
    }
    return 0;
}
