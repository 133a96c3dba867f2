/* The type says that it can be anywhere; so does a packed structure. */
#include <stdlib.h>

typedef int anywhere __attribute__((aligned(1)));
struct __attribute__((packed)) two {
    char first;
    int second;
};

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *bytes = calloc(1, 16);
    unsigned at = __VERIFIER_nondet_uint() % 8;
    return *(anywhere *)(bytes + at) + ((struct two *)(bytes + at))->second + *(int *)(bytes + 8);
}
