/* Every node that was made holds 1 and leads to one that was made before. */
#include <assert.h>
#include <stdlib.h>

struct node { int h; struct node *n; };
int more(void);

void f(void) {
    struct node *p = 0;
    while (more()) {
        struct node *t = malloc(sizeof *t);
        t->h = 1;
        t->n = p;
        p = t;
    }
    for (; p; p = p->n) assert(p->h == 1);
}
