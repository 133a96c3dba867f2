#include <stdlib.h>


int main(void) {
    int *p = malloc(4), *q = malloc(8);
    free(p);
    free(q);
    return 0;
}
