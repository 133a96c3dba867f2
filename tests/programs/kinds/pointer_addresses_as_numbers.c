/* Integers may be compared whatever addresses they are. */
#include <stdint.h>

int main(void) {
    int a[3] = {0};
    int *p = a + 1, *q = a + 2;
    return (uintptr_t)p < (uintptr_t)q && q - p == 1;
}
