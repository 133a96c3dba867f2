extern void reach_error(void);

struct entry { int key; long value; };
extern struct entry table[4];
extern double limit;
extern int *shared;
extern int count;

int main(void)
{
    int before = table[1].key;
    if (before == 3 && table[3].value == -9 && limit > 1e300 && shared && *shared == 8 && count == 2)
        reach_error();
    return 0;
}
