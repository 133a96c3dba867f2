"""Null pointers, in all dresses."""

from __future__ import annotations

from ..pattern import Pattern, bad, fine

_S = "struct @s {\nint a;\nint b;\nint c[2];\nstruct @s *next;\n};"
_P = "struct @s y = {1, 2, {3, 4}, 0};\nstruct @s *p = &y;\nif ($K) {\np = 0;\n}\n"


def _use(name: str, statement: str, kinds: str = "null", oracle: str = "sanitizers") -> Pattern:
    """A statement about a pointer to a struct that is null for selector 1."""
    return Pattern(f"null: {name}", _P + statement, fine(0) | bad(kinds, 1), _S, oracle=oracle)  # type: ignore[arg-type]


def _library(name: str, call: str, kinds: str = "null") -> Pattern:
    """A call of the C library with a string that is null for selector 1."""
    body = f'char b[8] = "abc";\nchar *p = $K ? 0 : b;\n{call}'
    return Pattern(f"null: {name}", body, fine(0) | bad(kinds, 1))


PATTERNS = (
    _use("first member", "@sink = $<struct @s *|p$>->a;"),
    _use("later member", "@sink = $<struct @s *|p$>->b;", "null|deref"),
    _use("member array", "@sink = $<struct @s *|p$>->c[0];", "null|deref"),
    _use("write to member", "$<struct @s *|p$>->b = 1;", "null|deref"),
    _use("copied struct", "struct @s z = *$<struct @s *|p$>;\n@sink = z.a;"),
    _use("assigned struct", "*$<struct @s *|p$> = y;"),
    _use("address of member", "int *q = &$<struct @s *|p$>->a;\n@sink = q != 0;", "", "none"),
    _use("address of later member", "int *q = &p->b;\n@sink = p == 0 && q == 0;", "", "none"),
    _use("address of element", "int *q = &p->c[1];\n@sink = sizeof(*q) > 1;", "", "none"),
    _use("star and address", "struct @s *q = &*$<struct @s *|p$>;\n@sink = q == 0;", "", "none"),
    _use("star and address and star", "@sink = (*&*$<struct @s *|p$>).a;"),
    _use("size", "@sink = (int)sizeof($<struct @s *|p$>->c);", "", "none"),
    _use("guarded", "@sink = p && p->b;", ""),
    _use("guarded by ternary", "@sink = p ? p->b : 0;", ""),
    _use("guarded the wrong way", "@sink = p || p->b;", "null|deref"),
    _use("member's address of member", "@sink = p->next == 0;", "null|deref"),
    _use("compared only", "@sink = $<struct @s *|p$> == &y;", ""),
    _library("strlen", "@sink = (int)strlen($<char *|p$>);"),
    _library("strcpy to", 'strcpy($<char *|p$>, "x");'),
    _library("strcpy from", "char c[8];\nstrcpy(c, $<char *|p$>);"),
    _library("strcmp", '@sink = strcmp($<char *|p$>, "abc") == 0;'),
    _library("strchr", "@sink = strchr($<char *|p$>, 'a') != 0;"),
    _library("strncpy", "char c[8];\nstrncpy(c, $<char *|p$>, 3);"),
    _library("strcat", 'strcat($<char *|p$>, "x");'),
    _library("memcpy from", "char c[8];\nmemcpy(c, $<char *|p$>, 3);"),
    _library("memcpy to", 'memcpy($<char *|p$>, "ab", 2);'),
    _library("memset", "memset($<char *|p$>, 0, 3);"),
    _library("memcmp", '@sink = memcmp($<char *|p$>, "abc", 3) == 0;'),
    _library("memmove", "memmove($<char *|p$>, b, 3);"),
    _library("memchr", "@sink = memchr($<char *|p$>, 'c', 3) != 0;"),
    _library("puts", "puts($<char *|p$>);"),
    _library("printf of string", 'printf("%s\\n", $<char *|p$>);', "?null|nonnull|deref"),
    _library("atoi", "@sink = atoi($<char *|p$>);", "null|deref"),
    _library("sprintf", 'sprintf($<char *|p$>, "%d", 7);'),
    _library("memcpy of nothing", "char c[8];\nmemcpy(c, $<char *|p$>, 0);", "~null|nonnull"),
    _library("memset of nothing", "memset($<char *|p$>, 0, 0);", "~null|nonnull"),
    Pattern(
        "null: list",
        "struct @n c = {3, 0}, b = {2, &c}, a = {1, &b};\nstruct @n *p = &a;\nfor (int i = 0; i < $K; i++) {\np = p->next;\n}\n"
        "@sink = $<struct @n *|p$>->v;",
        fine(0, 1, 2) | bad("null", 3, 4),
        "struct @n {\nint v;\nstruct @n *next;\n};",
    ),
    Pattern(
        "null: table",
        "static int x = 1, y = 2;\nint *t[4] = {&x, 0, &y, &x};\n@sink = *$<int *|t[$K]$>;",
        fine(0, 2, 3) | bad("null", 1) | bad("bounds|deref", 4),
    ),
    Pattern(
        "null: not found",
        "char s[4] = \"abc\";\nchar *p = strchr(s, 'a' + $K);\n@sink = *$<char *|p$>;",
        fine(0, 1, 2) | bad("null", 3, 4),
    ),
    Pattern(
        "null: malloc unchecked",
        "int *a = malloc(8);\n$<int *|a$>[$K] = 1;\nfree(a);",
        fine(0) | bad("bounds", 2),
        on_failure="null|deref|bounds",
    ),
    Pattern(
        "null: calloc unchecked",
        "int *a = calloc(2, 4);\n@sink = *$<int *|a$> + $K;\nfree(a);",
        fine(0, 1),
        on_failure="null",
    ),
    Pattern(
        "null: realloc unchecked",
        "int *a = realloc(0, 8);\n*$<int *|a$> = $K;\nfree(a);",
        fine(0, 1),
        on_failure="null",
    ),
    Pattern(
        "null: struct of malloc",
        "struct @s *p = malloc(sizeof *p);\nif (p) {\np->next = 0;\n}\nif ($K == 0 || p) {\n@sink = p ? p->next == 0 : 0;\n}\nfree(p);",
        fine(0, 1),
        _S,
    ),
    Pattern(
        "null: malloc may be checked too late",
        "char *a = malloc(2);\na[$K] = 'x';\nif (!a) {\nreturn 0;\n}\nfree(a);",
        fine(0, 1) | bad("bounds", 2),
        on_failure="null|deref|bounds",
    ),
)
