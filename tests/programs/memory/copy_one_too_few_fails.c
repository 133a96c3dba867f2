/* The last of twenty thousand cells is not copied. */
#include <assert.h>

#define CELLS 20000

int from[CELLS], to[CELLS];

int main(void) {
    int i;
    for (i = 0; i < CELLS; i++) from[i] = i + 1;
    for (i = 0; i < CELLS - 1; i++) to[i] = from[i];
    for (i = 0; i < CELLS; i++) assert(to[i] == from[i]);
    return 0;
}
