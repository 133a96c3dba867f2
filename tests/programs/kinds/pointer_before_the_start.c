/* A loop that runs backwards stops one element too late. */
#include <stdlib.h>

int main(void) {
    char *text = calloc(1, 3);
    char *p = text + 2;
    for (int i = 0; i < 3; i++)
        p--;
    return 0;
}
