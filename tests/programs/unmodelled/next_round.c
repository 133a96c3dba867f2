/* The loop brings what is not modelled before the property, in the next round. */
int next_round(char *s, int x)
{
    int y = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (x < 100)
            y = x + 1;
        s[5] = 1;
    }
    return y;
}
