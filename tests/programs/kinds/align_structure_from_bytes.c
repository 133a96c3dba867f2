/* A header is read from the middle of a message. */
#include <stdlib.h>

struct header {
    short kind;
    int length;
};

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *message = calloc(1, 64);
    unsigned start = __VERIFIER_nondet_uint() % 32;
    struct header *h = (struct header *)(message + start);
    return h->length != 0 && start % 2 == 0;
}
