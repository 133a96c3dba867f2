/* The number is the address of a variable, which is not known. */
#include <assert.h>

int x;
union {
    int *pointer;
    long number;
} u;

int main(void) {
    u.pointer = &x;
    assert(u.number != 5);
    return 0;
}
