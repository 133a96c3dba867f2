"""Frees of what was never allocated, of the middle of something, and for the second time."""

from __future__ import annotations

from ..pattern import Pattern, bad, fine

_HEAP = "char *a = malloc(4);\n$check(a)\n"
_PAIR = "struct @pair {\nint x;\nint y;\n};"


def _not_heap(name: str, target: str, before: str = "", top: str = "") -> Pattern:
    """Frees something else for selector 1."""
    body = f"{before}\nvoid *p;\nif ($K) {{\np = (void *){target};\n}} else {{\np = malloc(4);\n}}\nfree($<void *|p$>);"
    return Pattern(f"free {name}", body, fine(0) | bad("free", 1), top)


PATTERNS = (
    Pattern("free with offset", f"{_HEAP}free($<char *|a + $K$>);", fine(0) | bad("free", 1, 2, 4, -1)),
    Pattern("free null with offset", "int *a = 0;\nfree($<int *|a + $K$>);", fine(0) | bad("free", 1, 4, -1)),
    Pattern("free integer", "free($<void *|(void *)(long)$K$>);", fine(0) | bad("free", 1, 16, 4096)),
    Pattern(
        "free integer sum", "char *p = (char *)8;\nfree($<char *|p - $K$>);", fine(8) | bad("free", 0, 4, 7)
    ),
    Pattern(
        "double free",
        f"{_HEAP}free(a);\nif ($K) {{\nfree($<char *|a$>);\n}}",
        fine(0) | bad("free", 1, 2),
    ),
    Pattern(
        "double free unless reset",
        f"{_HEAP}free(a);\nif ($K) {{\na = 0;\n}}\nfree($<char *|a$>);",
        fine(1, 2) | bad("free", 0),
    ),
    Pattern(
        "double free by alias",
        "char *p[2];\np[0] = malloc(4);\np[1] = $K ? p[0] : malloc(2);\nfree(p[0]);\nfree($<char *|p[1]$>);",
        fine(0) | bad("free", 1, 3),
    ),
    Pattern(
        "free in loop",
        "char *p[3] = {malloc(1), 0, malloc(1)};\nfor (int i = 0; i <= $K; i++) {\nfree(p[i % 3]);\n}",
        fine(2) | bad("free", 3, 5),
    ),
    Pattern(
        "free walked back",
        f"{_HEAP}char *q = a + 2;\nq -= $K;\nfree($<char *|q$>);",
        fine(2) | bad("free", 0, 1, 3),
    ),
    Pattern(
        "free member",
        "struct @pair *p = malloc(sizeof *p);\n$check(p)\nvoid *q = &p->x;\nif ($K) {\nq = &p->y;\n}\nfree($<void *|q$>);",
        fine(0) | bad("free", 1),
        _PAIR,
    ),
    Pattern(
        "free member of null",
        "int y = $K == 1;\nstruct @pair *p = $K == 2 ? malloc(sizeof *p) : 0;\n"
        "if (y) {\nfree($<int *|&p->y$>);\n} else {\nfree($<int *|&p->x$>);\n}",
        fine(0, 2) | bad("free", 1),
        _PAIR,
        oracle="none",  # gcc objects to members of null
    ),
    Pattern(
        "free row",
        "int (*m)[2] = malloc(sizeof(int[2][2]));\n$check(m)\nfree($<int *|m[$K]$>);",
        fine(0) | bad("free", 1, 2),
    ),
    Pattern(
        "free by function pointer",
        f"{_HEAP}void (*f)(void *) = free;\nf($<char *|a + $K$>);",
        fine(0) | bad("free", 1, 3),
    ),
    Pattern(
        "free in function",
        f"{_HEAP}@drop($<char *|a$>);\nif ($K) {{\n@drop(a);\n}}",
        fine(0) | bad("free", 1),
        "static void @drop(char *p)\n{\nif (p) {\nfree(p);\n}\n}",
    ),
    _not_heap("of local", "&x", "int x = 1;"),
    _not_heap("of local array", "x", "char x[4] = {0};"),
    _not_heap("of global", "&@it", top="static int @it;"),
    _not_heap("of literal", '"abc"'),
    _not_heap("of function", "@it", top="static void @it(void)\n{\n}"),
    _not_heap("of compound literal", "(int[]){1, 2}"),
    _not_heap("of parameter", "&x", top="", before="int x = $K;"),
    _not_heap("of variable array", "x", "int n = 3;\nint x[n];\nx[0] = 1;"),
    _not_heap("of static", "&x", "static long x;"),
    Pattern(
        "realloc with offset",
        f"{_HEAP}char *b = realloc($<char *|a + $K$>, 8);\nif (!b) {{\nfree(a);\nreturn 0;\n}}\nfree(b);",
        fine(0) | bad("free", 1, 3, 4),
    ),
    Pattern(
        "realloc integer",
        "void *b = realloc($<void *|(void *)(long)$K$>, 4);\nfree(b);",
        fine(0) | bad("free", 16, 1),
    ),
    Pattern(
        "realloc null with offset",
        "int *a = 0;\nvoid *b = realloc($<int *|a + $K$>, 4);\nfree(b);",
        fine(0) | bad("free", 1, 2),
    ),
    Pattern(
        "realloc freed",
        f"{_HEAP}if ($K) {{\nfree(a);\n}}\nchar *b = realloc($<char *|a$>, 8);\nif (!b) {{\nfree(a);\nreturn 0;\n}}\nfree(b);",
        fine(0) | bad("free|deref", 1),
    ),
    Pattern(
        "free of what realloc took",
        f"{_HEAP}char *b = realloc(a, 100);\nif (!b) {{\nfree(a);\nreturn 0;\n}}\nfree($<char *|b$>);\nif ($K) {{\nfree(a);\n}}",
        fine(0) | bad("free", 1),
    ),
    Pattern(
        "free of list",
        "struct @node *n = malloc(sizeof *n);\n$check(n)\nn->next = malloc(sizeof *n);\n$check(n->next, free(n))\n"
        "n->next->next = $K ? n : 0;\nfor (int i = 0; n && i < 3; i++) {\nstruct @node *d = n;\nn = d->next;\nfree(d);\n}",
        fine(0) | bad("deref|free", 1),
        "struct @node {\nstruct @node *next;\n};",
    ),
)
