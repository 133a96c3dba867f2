extern void reach_error(void);

struct node { int value; struct node *next; };

int sum(struct node *p)
{
    int total = 0, count = 0;
    while (p) {
        total += p->value;
        p = p->next;
        count++;
    }
    if (count == 3 && total == 42)
        reach_error();
    return total;
}
