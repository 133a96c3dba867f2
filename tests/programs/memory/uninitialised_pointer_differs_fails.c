/* The wrong member is set, so the other one is garbage that hardly is the address. */
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    a->next = a;
    a->next = a;
    assert(a->next->prev == a);
    return 0;
}
