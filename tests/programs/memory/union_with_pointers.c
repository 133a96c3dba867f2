/* A union that holds pointers or numbers: in tables, as a parameter, copied, partly read. */
#include <assert.h>
struct op { int kind; union { int *where; long number; struct { int lo, hi; } two; char text[8]; } u; };
static int x = 3, y = 4;
static struct op table[3] = { { 0, { .where = &x } }, { 1, { .number = 17 } }, { 2, { .two = { 5, 6 } } } };
static int run(struct op o) {
  switch (o.kind) {
  case 0: return *o.u.where;
  case 1: return o.u.number;
  case 2: return o.u.two.lo + o.u.two.hi;
  }
  return -1;
}
int main(void) {
  struct op o = { .kind = 0, .u.where = &y };
  assert(run(o) == 4);
  o = table[0];
  assert(run(o) == 3);
  assert(run(table[1]) == 17);
  assert(run(table[2]) == 11);
  o.u.where = &y;
  *o.u.where = 9;
  assert(y == 9);
  o.u.number = 0x4142434445464748;
  assert(o.u.text[0] == 'H');
  o = table[2];
  assert(o.u.two.hi == 6);
  union { void *p; int i; } v, w;
  v.p = 0;
  w = v;
  assert(w.i == 0);
  return 0;
}
