extern void reach_error(void);

int main(void)
{
    int *p, *q;
    if (!p && q)
        reach_error();
    return 0;
}
