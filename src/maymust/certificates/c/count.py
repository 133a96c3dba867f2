"""Counts, in C, what a program allocates and does not free, for tests of leaks.

The linker leads the program's own calls of these functions here (`--wrap`), those within the C library not:
a buffer that `printf` keeps is not counted, what `strdup` gives the program is. What is left is told when the
program is over, behind all that it does itself at its end.
"""

from __future__ import annotations

from maymust.certificates.c.showing import NOT_FREED

_COUNTER = """\
struct maymust_block { struct maymust_block *next; void *at; unsigned long size; const char *by; };
static struct maymust_block *maymust_blocks[4096];
extern void *__real_malloc(__SIZE_TYPE__);
extern void *__real_calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void *__real_realloc(void *, __SIZE_TYPE__);
extern void *__real_reallocarray(void *, __SIZE_TYPE__, __SIZE_TYPE__);
extern void *__real_aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void *__real_memalign(__SIZE_TYPE__, __SIZE_TYPE__);
extern void *__real_valloc(__SIZE_TYPE__);
extern int __real_posix_memalign(void **, __SIZE_TYPE__, __SIZE_TYPE__);
extern char *__real_strdup(const char *);
extern char *__real_strndup(const char *, __SIZE_TYPE__);
extern void __real_free(void *);
extern void __real__exit(int);
extern void __real__Exit(int);
extern void __real_quick_exit(int);
extern int maymust_atexit(void (*)(void)) MAYMUST_SYMBOL("atexit");

static struct maymust_block **maymust_bucket(void *at)
{
    return &maymust_blocks[(__UINTPTR_TYPE__)at / 16 % 4096];
}

static void *maymust_add(void *at, unsigned long size, const char *by)
{
    struct maymust_block *made = at ? __real_malloc(sizeof *made) : 0, **bucket = maymust_bucket(at);
    if (made) {
        made->next = *bucket, made->at = at, made->size = size, made->by = by;
        *bucket = made;
    }
    return at;
}

static void maymust_remove(void *at)
{
    struct maymust_block **link = maymust_bucket(at), *found;
    while (*link && (*link)->at != at)
        link = &(*link)->next;
    if ((found = *link)) {
        *link = found->next;
        __real_free(found);
    }
}

static void maymust_end(void)
{
    unsigned long blocks = 0, bytes = 0;
    struct maymust_block *first = 0, *block;
    for (unsigned i = 0; i < 4096; i++)
        for (block = maymust_blocks[i]; block; block = block->next)
            first = block, blocks++, bytes += block->size;
    if (first)
        maymust_dprintf(2, "NOT_FREED: %lu block(s) of %lu bytes, one of them from %s(), %lu bytes\\n",
                        blocks, bytes, first->by, first->size);
}

void *__wrap_malloc(__SIZE_TYPE__ n) { return maymust_add(__real_malloc(n), n, "malloc"); }
void *__wrap_calloc(__SIZE_TYPE__ m, __SIZE_TYPE__ n)
{
    return maymust_add(__real_calloc(m, n), m * n, "calloc");
}
void *__wrap_valloc(__SIZE_TYPE__ n) { return maymust_add(__real_valloc(n), n, "valloc"); }
void *__wrap_aligned_alloc(__SIZE_TYPE__ a, __SIZE_TYPE__ n)
{
    return maymust_add(__real_aligned_alloc(a, n), n, "aligned_alloc");
}
void *__wrap_memalign(__SIZE_TYPE__ a, __SIZE_TYPE__ n)
{
    return maymust_add(__real_memalign(a, n), n, "memalign");
}
int __wrap_posix_memalign(void **p, __SIZE_TYPE__ a, __SIZE_TYPE__ n)
{
    int failed = __real_posix_memalign(p, a, n);
    if (!failed)
        maymust_add(*p, n, "posix_memalign");
    return failed;
}
void *__wrap_realloc(void *p, __SIZE_TYPE__ n)
{
    void *made = __real_realloc(p, n);
    if (made || !n)
        maymust_remove(p);
    return maymust_add(made, n, "realloc");
}
void *__wrap_reallocarray(void *p, __SIZE_TYPE__ m, __SIZE_TYPE__ n)
{
    void *made = __real_reallocarray(p, m, n);
    if (made || !(m * n))
        maymust_remove(p);
    return maymust_add(made, m * n, "reallocarray");
}
char *__wrap_strdup(const char *s)
{
    char *made = __real_strdup(s);
    return maymust_add(made, made ? __builtin_strlen(made) + 1 : 0, "strdup");
}
char *__wrap_strndup(const char *s, __SIZE_TYPE__ n)
{
    char *made = __real_strndup(s, n);
    return maymust_add(made, made ? __builtin_strlen(made) + 1 : 0, "strndup");
}
void __wrap_free(void *p) { maymust_remove(p); __real_free(p); }
void __wrap__exit(int code) { maymust_end(); __real__exit(code); }
void __wrap__Exit(int code) { maymust_end(); __real__Exit(code); }
void __wrap_quick_exit(int code) { maymust_end(); __real_quick_exit(code); }
"""
COUNTER = _COUNTER.replace("NOT_FREED", NOT_FREED)
START = "maymust_atexit(maymust_end);"  # behind it, nothing ends the program without a count
