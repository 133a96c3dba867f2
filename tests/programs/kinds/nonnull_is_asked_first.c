/* Null goes another way. */
#include <stddef.h>

static int first(const char *text) __attribute__((nonnull));
static int first(const char *text) { return text[0]; }

extern int __VERIFIER_nondet_int(void);

int main(void) {
    const char *text = __VERIFIER_nondet_int() ? "text" : NULL;
    return text ? first(text) : 0;
}
