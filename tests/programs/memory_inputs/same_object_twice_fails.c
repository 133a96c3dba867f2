extern void reach_error(void);

void both(int *a, int *b)
{
    if (!a || !b)
        return;
    *a = 1;
    *b = 2;
    if (*a == 2)
        reach_error();
}
