/* Addresses that are compared as integers are compared as pointers. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
struct s { int x; struct s *next; } g;
int f(struct s *p, struct s *q) {
  if ((unsigned long)p != (unsigned long)((void *)0)) p->x = 1;
  if ((unsigned long)p == (unsigned long)q) return p != q;
  if ((uintptr_t)p) return 0;
  return !(long)p ? 0 : 1;
}
int main(void) {
  struct s *a = malloc(sizeof *a);
  a->next = 0;
  assert(f(a, &g) == 0);
  assert(f(a, a) == 0);
  assert(f(0, a) == 0);
  assert(f(0, 0) == 0);
  assert((long)a->next == 0);
  return 0;
}
