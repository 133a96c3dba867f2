#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; struct node *next; double weight; int parts[3]; };

void f(unsigned i)
{
    struct node *n = malloc(sizeof *n);
    memset(n, 0, sizeof *n);
    assert(n->next == 0 && n->value == 0 && n->weight == 0.0 && n->parts[i % 3] == 0);
}
