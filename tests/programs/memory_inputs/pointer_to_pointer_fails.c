extern void reach_error(void);

void look(int **p, void (*f)(void), void *anything)
{
    if (p && *p && **p == 123 && f && anything)
        reach_error();
}
