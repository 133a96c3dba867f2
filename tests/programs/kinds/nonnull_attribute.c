/* The first argument must not be null. */
#include <stddef.h>

static int length(const char *text, int most) __attribute__((nonnull(1)));
static int length(const char *text, int most) { return most > 0 ? text[0] != 0 : 0; }

extern int __VERIFIER_nondet_int(void);

int main(void) { return length(__VERIFIER_nondet_int() ? "text" : NULL, 0); }
