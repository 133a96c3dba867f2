/* Nodes of a tree hold a number or the next node at the same place. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int kind;
    union {
        long number;
        struct node *next;
    } u;
};

static struct node *leaf(long number) {
    struct node *made = malloc(sizeof *made);
    made->kind = 0;
    made->u.number = number;
    return made;
}

static struct node *inner(struct node *next) {
    struct node *made = malloc(sizeof *made);
    made->kind = 1;
    made->u.next = next;
    return made;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    struct node *at = inner(inner(leaf(x)));
    while (at->kind == 1) at = at->u.next;
    assert(at->u.number == x);
    assert(at->u.number != 12345);
    return 0;
}
