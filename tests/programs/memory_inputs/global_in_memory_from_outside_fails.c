extern void reach_error(void);

struct pair { int left, right; };
extern struct pair both;

static int sum(struct pair *p) { return p->left + p->right; }

int main(void)
{
    struct pair local = {1, 2};
    if (sum(&both) == 99 && sum(&local) == 3)
        reach_error();
    return 0;
}
