#include <klee/klee.h>
#include <stdlib.h>
/* Objects become inputs: structures, large arrays, what is allocated. */
struct node {
    short tag;
    double weight;
    struct node *next;
};

int main(void)
{
    struct node s = {1, 2.0, &s};
    int big[200] = {0}, *p = malloc(4 * sizeof(int)), other = 1;
    klee_make_symbolic(&s, sizeof s, "s");
    klee_make_symbolic(big, sizeof big, "big");
    klee_make_symbolic(p, 4 * sizeof(int), "p");
    klee_assert(other == 1);
    klee_assert(!(s.tag == 7 && s.weight == 0.5));
    klee_assert(big[150] != p[3] || p[3] != 77);
    return 0;
}
