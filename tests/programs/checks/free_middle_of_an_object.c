#include <stdlib.h>


int main(void) {
    char *p = malloc(4);
    p++;
    free(p);
    return 0;
}
