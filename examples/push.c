#include <assert.h>

struct node {
    int value;
    struct node *next;
};

void push(struct node *list, struct node *n, int value) {
    if (list && n) {
        n->value = value;
        n->next = list;
        assert(n->next->next != n);
        assert(list->value == value || list != n);
    }
}
