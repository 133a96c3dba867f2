extern void reach_error(void);
extern void *malloc(unsigned long);

struct node { int value; struct node *next; };

int visit(struct node *p)
{
    struct node *first = malloc(sizeof *first);
    if (first->value != 6)
        return 0;
    first->next = p;
    for (int i = 0; i < 2; i++) {
        if (!first)
            return 0;
        first = first->next;
    }
    if (first && first->value == 9)
        reach_error();
    return 0;
}
