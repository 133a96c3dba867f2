/* Whether blocks overlap is asked by their order, as memmove would. */
#include <stdlib.h>

int main(void) {
    char *from = calloc(1, 4), *to = calloc(1, 4);
    if (from < to)
        return 1;
    return 0;
}
