#include <stdlib.h>


int main(void) {
    int *p = malloc(sizeof *p), *q = p;
    *q = 3;
    int x = *p;
    free(p);
    return x;
}
