/* A list, with contracts: maymust bound examples/list.c --entry reverse */
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

/*@ requires \forall struct node *n; n \in \reach(list, next) ==> !(n \in \reach(n->next, next));
    assigns \reach(list, next)->next;
    ensures \reach(\result, next) == \old(\reach(list, next));
    ensures \forall struct node *n, *m;
        n \in \reach(\result, next) && m == \old(n->next) && m != \null ==> m->next == n; */
struct node *reverse(struct node *list)
{
    struct node *done = NULL;
    while (list != NULL) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

/*@ requires \forall struct node *n; n \in \reach(list, next) ==> !(n \in \reach(n->next, next));
    assigns \nothing;
    ensures \result != 0 <==> value \in \reach(list, next)->value; */
int contains(struct node *list, int value)
{
    while (list != NULL && list->value != value)
        list = list->next;
    return list != NULL;
}

/*@ requires \forall struct node *n; n \in \reach(list, next) ==> !(n \in \reach(n->next, next));
    requires \forall struct node *n;
        n \in \reach(list, next) && n->next != \null ==> n->value <= n->next->value;
    assigns \reach(list, next)->next;
    ensures \exists struct node *n; \fresh(n) && n->value == value
        && \reach(\result, next) == \union(\old(\reach(list, next)), {n});
    ensures \forall struct node *n;
        n \in \reach(\result, next) && n->next != \null ==> n->value <= n->next->value; */
struct node *insert(struct node *list, int value)
{
    struct node *added = malloc(sizeof *added);
    added->value = value;
    if (list == NULL || value <= list->value) {
        added->next = list;
        return added;
    }
    struct node *at = list;
    while (at->next != NULL && at->next->value < value)
        at = at->next;
    added->next = at->next;
    at->next = added;
    return list;
}

/*@ requires \forall struct node *n; n \in \reach(list, next) ==> !(n \in \reach(n->next, next));
    ensures !(value \in \reach(\result, next)->value); */
struct node *delete(struct node *list, int value) /* the first of several only */
{
    if (list == NULL)
        return NULL;
    if (list->value == value)
        return list->next;
    list->next = delete(list->next, value);
    return list;
}

/*@ requires \forall struct node *n; n \in \reach(list, next) ==> !(n \in \reach(n->next, next));
    requires \forall struct node *n;
        n \in \reach(list, next) && n->next != \null ==> n->value <= n->next->value;
    behavior there:
        assumes value \in \reach(list, next)->value;
        assigns \nothing;
        ensures \result == list;
    behavior missing:
        assumes !(value \in \reach(list, next)->value);
        ensures value \in \reach(\result, next)->value;
    complete behaviors;
    disjoint behaviors; */
struct node *include(struct node *list, int value) /* by contracts: --modular */
{
    return contains(list, value) ? list : insert(list, value);
}
