/* A list is built and summed up; the sum is as large as is denied. */
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    int sum = 0;
    for (int i = 1; i <= 1000; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh) exit(0);
        fresh->value = i;
        fresh->next = list;
        list = fresh;
    }
    for (struct node *at = list; at; at = at->next) sum += at->value;
    assert(sum != 500500);
    return 0;
}
