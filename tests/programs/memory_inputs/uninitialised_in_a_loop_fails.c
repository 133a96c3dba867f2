extern void reach_error(void);

int main(void)
{
    int rounds = 0;
    for (int i = 0; i < 3; i++) {
        struct { int a; short b[2]; } s;
        int *p = &s.a;
        if (*p == i + 10 && s.b[1] == -i)
            rounds++;
    }
    if (rounds == 3)
        reach_error();
    return 0;
}
