/* No byte is copied, but null is given. */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n) __attribute__((nonnull(1, 2)));

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char to[4] = {0}, *from = __VERIFIER_nondet_int() ? "abc" : NULL;
    memcpy(to, from, from ? 4 : 0);
    return to[3];
}
