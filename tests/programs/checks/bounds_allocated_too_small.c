#include <stdlib.h>


int main(void) {
    int *a = malloc(3 * sizeof(int));
    a[3] = 1;
    free(a);
    return 0;
}
