#include <klee/klee.h>
/* KLEE's inputs and assumptions, with our header. */
int main(void)
{
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 10);
    klee_assert(n < 11);
    int r = klee_range(2, 5, "r"), k = klee_int("k");
    klee_assert(r >= 2 && r < 5);
    klee_prefer_cex(&n, n == 3);
    klee_warning("nothing happens");
    klee_assert(klee_get_value_i32(k) == k);
    if (n == 8)
        klee_silent_exit(0);
    klee_assert(n != 8);
    klee_assert(n != 9 || r != 4);
    if (k == 5)
        klee_report_error("klee.c", 1, "five", "err");
    return 0;
}
