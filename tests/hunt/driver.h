/* Stands before many programs in one file: inputs from a vector, allocations that are counted and may fail. */
#include <alloca.h>
#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef HUNT_VALGRIND
#include <valgrind/valgrind.h>
#endif

static const int *hunt_inputs;
static unsigned hunt_failing; /* a bit for each allocation that fails, the first one lowest */
static int hunt_live;         /* how much is allocated and not freed */
static int hunt_errors;       /* that valgrind has seen before */

static void hunt_end(int clean)
{
    if (clean && hunt_live > 0) fprintf(stderr, "hunt: leak\n");
#ifdef HUNT_VALGRIND
    if (VALGRIND_COUNT_ERRORS > (unsigned)hunt_errors) fprintf(stderr, "hunt: uninitialised\n");
#endif
    fflush(stdout);
    _exit(0);
}
static int hunt_fails(void)
{
    int fails = hunt_failing & 1;
    hunt_failing >>= 1;
    return fails;
}
static void *hunt_kept(void *p)
{
    if (p) hunt_live++;
    return p;
}
static void *hunt_malloc(size_t n) { return hunt_fails() ? 0 : hunt_kept(malloc(n)); }
static void *hunt_calloc(size_t n, size_t m) { return hunt_fails() ? 0 : hunt_kept(calloc(n, m)); }
static char *hunt_strdup(const char *s)
{
    char *copy = strdup(s);
    if (!hunt_fails()) return hunt_kept(copy);
    free(copy);
    return 0;
}
static void hunt_free(void *p)
{
    free(p);
    if (p) hunt_live--;
}
static void *hunt_realloc(void *p, size_t n)
{
    if (hunt_fails()) return 0;
    void *q = realloc(p, n);
    if (!p) hunt_kept(q);
    return q;
}
static void hunt_exit(int code) { (void)code; hunt_end(1); }
static void hunt_abort(void) { hunt_end(0); }
static void hunt_error(void) { fprintf(stderr, "Assertion of an error call failed\n"); hunt_end(0); }
static int hunt_input(void) { return *hunt_inputs++; }
static void hunt_assume(int holds) { if (!holds) hunt_end(0); }
#define malloc hunt_malloc
#define calloc hunt_calloc
#define realloc hunt_realloc
#undef strdup
#define strdup hunt_strdup
#define free hunt_free
#define exit hunt_exit
#define abort hunt_abort
#define __VERIFIER_error hunt_error
#define __VERIFIER_nondet_int hunt_input
#define __VERIFIER_nondet_uchar() ((unsigned char)hunt_input())
#define __VERIFIER_nondet_bool() ((_Bool)hunt_input())
#define __VERIFIER_assume hunt_assume
