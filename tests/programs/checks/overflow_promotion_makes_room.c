int f(short x, short y, unsigned char c) {
    c++;
    return x + y - c;
}
