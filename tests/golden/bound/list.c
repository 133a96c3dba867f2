#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    return n;
}

static struct node *reverse(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static int contains(struct node *list, int value) {
    while (list) {
        if (list->value == value)
            return 1;
        list = list->next;
    }
    return 0;
}

void reverses(struct node *list, int value) {
    struct node *r = reverse(push(list, value));
    assert(contains(r, value));
    assert(r->value == value);
}

void widths(float f, int n) {
    assert(n < 5);
    assert(f == f + n);
}
