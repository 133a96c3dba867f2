/* What malloc gives holds anything. */
#include <stdlib.h>

int main(void) {
    _Bool *flags = malloc(4);
    return flags[2];
}
