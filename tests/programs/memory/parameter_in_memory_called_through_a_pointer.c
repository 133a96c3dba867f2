#include <assert.h>
void g(int *p) { int **q = &p; **q = 1; }
void (*h)(int *) = g;
int main(void) { int x = 0; h(&x); assert(x == 1); return 0; }
