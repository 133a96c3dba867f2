/* A pointer to no object differs from null once it was moved. */
extern void reach_error(void);
extern int in(void);

struct pair { int left, right; };
static void *counter = 0;
static struct pair both;

int main(void)
{
    struct pair *p = in() ? &both : 0;
    int *right = &p->right;
    counter++;
    if (!p && right && counter != 0 && (void *)right != counter)
        reach_error();
    return 0;
}
