"""Memory that is not freed at the end."""

from __future__ import annotations

from ..pattern import Pattern, bad, fine

_HEAP = "char *a = malloc(4);\n$check(a)\n"
_FREED = fine(1) | bad("leak", 0)
PATTERNS = (
    Pattern("leak: freed or not", f"{_HEAP}if ($K) {{\nfree($<char *|a$>);\n}}", _FREED),
    Pattern("leak: lost", f"{_HEAP}if ($K) {{\nfree(a);\n}}\na = 0;\n@sink = a == 0;", _FREED),
    Pattern("leak: never kept", "if ($K) {\nfree(malloc(3));\n} else {\nmalloc(3);\n}", _FREED),
    Pattern(
        "leak: kept by a global",
        f"{_HEAP}if ($K) {{\nfree(a);\n}} else {{\n@kept = $<char *|a$>;\n}}",
        _FREED,
        "static char *@kept;",
    ),
    Pattern("leak: exit", f"{_HEAP}if (!$K) {{\nexit(0);\n}}\nfree($<char *|a$>);", _FREED),
    Pattern(
        "leak: exit in a function",
        f"{_HEAP}@leave($K);\nfree($<char *|a$>);",
        fine(1, 2) | bad("leak", 0),
        "static void @leave(int k)\n{\nif (!k) {\nexit(1);\n}\n}",
    ),
    Pattern("leak: abort", f"{_HEAP}if (!$K) {{\nabort();\n}}\nfree(a);", fine(0, 1)),
    Pattern("leak: early return", f"{_HEAP}if (!$K) {{\nreturn 0;\n}}\nfree($<char *|a$>);", _FREED),
    Pattern(
        "leak: overwritten",
        "char *a = malloc(1);\nfor (int i = 0; i < $K; i++) {\na = malloc(1);\n}\nfree(a);",
        fine(0) | bad("leak", 1, 2),
    ),
    Pattern(
        "leak: loop",
        "for (int i = 0; i < 2; i++) {\nchar *a = malloc(2);\nif (i < $K) {\nfree(a);\n}\n}",
        fine(2, 3) | bad("leak", 0, 1),
    ),
    Pattern(
        "leak: member",
        "struct @s *p = malloc(sizeof *p);\n$check(p)\np->q = malloc(2);\nif ($K) {\nfree(p->q);\n}\nfree(p);",
        _FREED,
        "struct @s {\nchar *q;\n};",
    ),
    Pattern(
        "leak: list",
        "struct @n *h = 0;\nfor (int i = 0; i < 2; i++) {\nstruct @n *n = malloc(sizeof *n);\nif (!n) {\nbreak;\n}\nn->next = h;\nh = n;\n}\n"
        "for (int i = 0; h && i < $K; i++) {\nstruct @n *d = h;\nh = h->next;\nfree(d);\n}",
        fine(2, 3) | bad("leak", 0, 1),
        "struct @n {\nstruct @n *next;\n};",
    ),
    Pattern(
        "leak: realloc",
        f"{_HEAP}char *b = realloc(a, 8);\nif (!b) {{\nfree(a);\nreturn 0;\n}}\nif ($K) {{\nfree(b);\n}}",
        _FREED,
    ),
    Pattern("leak: realloc of null", "char *b = realloc(0, 8);\nif ($K) {\nfree($<char *|b$>);\n}", _FREED),
    Pattern("leak: strdup", 'char *b = strdup("ab");\nif ($K) {\nfree($<char *|b$>);\n}', _FREED),
    Pattern("leak: failed realloc", f"{_HEAP}char *b = realloc(a, 8 + $K);\nfree(b ? b : a);", fine(0, 1)),
    Pattern(
        "leak: freed by callee",
        f"{_HEAP}@take($<char *|a$>, $K);",
        _FREED,
        "static void @take(char *p, int k)\n{\nif (k) {\nfree(p);\n}\n}",
    ),
    Pattern("leak: stack memory", "char *a = alloca(4);\na[0] = (char)$K;", fine(0, 1)),
    Pattern("leak: nothing", "char *a = calloc($K, 1);\nif ($K) {\nfree(a);\n}", _FREED),
)
