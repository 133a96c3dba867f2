/* A char from outside, read as _Bool, need not be 0 or 1. */
#include <stddef.h>

int check(char *c) {
    return c != NULL && *(_Bool *)c;
}
