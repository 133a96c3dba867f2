/* One allocator and one list for nodes of different types: each call has memory of its own type. */
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct list_head { struct list_head *next, *prev; };
struct job { int priority; struct list_head link; };
struct owner { struct list_head link; char name[4]; struct job *first; };

static int allocated;

static void *take(size_t size)
{
    static int calls;
    void *made = malloc(size);
    if (!made)
        exit(1);
    calls++;
    allocated = calls;
    return made;
}

static char *take_text(size_t size, char last)
{
    char *made = take(size);
    made[size - 1] = last;
    return made;
}

static void insert(struct list_head *new, struct list_head *head)
{
    new->next = head->next;
    new->prev = head;
    head->next->prev = new;
    head->next = new;
}

int main(void)
{
    struct list_head jobs = {&jobs, &jobs}, owners = {&owners, &owners};
    struct job *job = take(sizeof *job);
    struct owner *owner = take(sizeof *owner);
    char *text = take_text(3, 'z');
    job->priority = __VERIFIER_nondet_int();
    owner->first = job;
    owner->name[0] = 'a';
    insert(&job->link, &jobs);
    insert(&owner->link, &owners);
    struct job *found = (struct job *)((char *)jobs.next - offsetof(struct job, link));
    if (found != owner->first || found->priority != job->priority || owner->name[0] != 'a')
        reach_error();
    if (owners.prev != &owner->link || text[2] != 'z' || allocated != 3)
        reach_error();
    return 0;
}
