int main(void) {
    int x = 1, *p;
    {
        int y = 2;
        p = &x;
        x += y;
    }
    return *p;
}
