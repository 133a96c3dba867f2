/* What is not modelled comes behind the first property, and before the second in time. */
int comes_after(char *s, int x)
{
    int y = 0;
    if (x < 100)
        y = x + 1;
    s[5] = 1;
    if (y < 200)
        y = y + 2;
    return y;
}
