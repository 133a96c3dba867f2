extern void reach_error(void);

static int is_good(int i)
{
    struct { int a; short b[2]; } s;
    int *p = &s.a;
    return *p == i + 10 && s.b[1] == -i;
}

int main(void)
{
    int rounds = 0;
    for (int i = 0; i < 3; i++) {
        short numbers[2];
        if (is_good(i) && numbers[1] == i)
            rounds++;
    }
    if (rounds == 3)
        reach_error();
    return 0;
}
