/* _Generic chooses by type; where the types do not tell which, it is not modelled, but that comes last. */
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
#define WIDTH(x) _Generic((x), char: 1, short: 2, int: 4, default: 8)
#define TWICE(x) _Generic((x), int: twice, long: twice_long)(x)

static int twice(int x) { return 2 * x; }
static long twice_long(long x) { return x + x; }

int main(void)
{
    int n = __VERIFIER_nondet_int();
    short s = (short)n;
    __VERIFIER_assert(WIDTH(s) == 2);
    __VERIFIER_assert(WIDTH(s + 1) == 4);
    __VERIFIER_assert(TWICE((long)n) == 2 * (long)n);
    if (n > 0 && n < 100)
        __VERIFIER_assert(TWICE(n) > n);
    int m = _Generic(n, int: n, default: 3);
    __VERIFIER_assert(m == n);
    return 0;
}
