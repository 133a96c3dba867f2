#include <stdlib.h>


int main(void) {
    char *p = malloc(4), *q = malloc(4);
    free(q);
    free(p);
    return 0;
}
