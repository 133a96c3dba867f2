extern void reach_error(void);

struct state { int mode; float level; char name[4]; struct state *next; };

int main(void)
{
    struct state s;
    int numbers[5], i;
    double d;
    if (s.mode == 12 && s.level < -1.0f && s.name[3] == 'x' && !s.next && numbers[4] == 6 && i == 3 && d == 0.25)
        reach_error();
    return 0;
}
