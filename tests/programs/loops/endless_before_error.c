extern void reach_error(void);

void f(int x) {
    while (x != 77) { }
    reach_error();
}
