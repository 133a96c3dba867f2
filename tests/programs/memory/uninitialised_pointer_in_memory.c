/* What malloc returns may hold null, or anything else. */
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int x;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    assert(a->next != 0);
    return 0;
}
