"""Calls of the C library with strings and blocks of memory that are too short."""

from __future__ import annotations

from collections.abc import Mapping

from ..pattern import Oracle, Pattern, bad, fine

_UP_TO_4 = fine(0, 1, 4) | bad("bounds", 5, 8)


def _call(
    name: str,
    before: str,
    call: str,
    outcomes: Mapping[int, str] = _UP_TO_4,
    oracle: Oracle = "sanitizers",
    top: str = "",
    *,
    goes_on: bool = False,
) -> Pattern:
    """If it only reads, it `goes_on` beyond the end."""
    return Pattern(f"library: {name}", f"{before}\n{call}", outcomes, top, oracle=oracle, goes_on=goes_on)


_B = 'char b[4] = "abc";'
_S = 'char s[16] = "abcdefgh";'
_BY = "static int @by(const void *p, const void *q)\n{\nreturn *(const int *)p - *(const int *)q;\n}"
PATTERNS = (
    _call("memset", _B, "memset($<char *|b$>, 0, $K);"),
    _call("memset of int array", "int a[2];", "memset(a, 0, 4 * $K);", fine(0, 1, 2) | bad("bounds", 3)),
    _call("memcpy to", f"{_B}\n{_S}", "memcpy($<char *|b$>, s, $K);"),
    _call("memcpy from", f"{_B}\n{_S}", "memcpy($<char *|s$>, b, $K);"),
    _call("memmove", _B, "memmove(b, b + 1, $K);", fine(0, 1, 3) | bad("bounds", 4)),
    _call("memcmp", _B, '@sink = memcmp($<char *|b$>, "abc\\0efgh", $K);', fine(0, 1, 4) | bad("bounds", 5)),
    _call("memchr", _B, "@sink = memchr($<char *|b$>, 'x', $K) != 0;", fine(0, 4) | bad("bounds", 5)),
    _call("memchr found in time", _B, "@sink = memchr(b, 'b', $K) != 0;", fine(0, 4) | bad("~bounds", 5)),
    _call(
        "strcpy", f"{_B}\n{_S}\ns[$K] = 0;", "strcpy($<char *|b$>, s);", fine(0, 1, 3) | bad("bounds", 4, 5)
    ),
    _call(
        "strcat",
        f"{_B}\n{_S}\ns[$K] = 0;\nb[2] = 0;",
        "strcat($<char *|b$>, s);",
        fine(0, 1) | bad("bounds", 2, 3),
    ),
    _call("strncpy", f"{_B}\n{_S}", "strncpy($<char *|b$>, s, $K);"),
    _call("strncpy pads", _B, 'strncpy($<char *|b$>, "a", $K);'),
    _call(
        "strncpy leaves no end",
        f"{_B}\n{_S}",
        "strncpy(b, s, $K);\n@sink = (int)strlen(b);",
        fine(0, 3) | bad("bounds", 4),
    ),
    _call(
        "strncat", f"{_B}\n{_S}\nb[1] = 0;", "strncat($<char *|b$>, s, $K);", fine(0, 1, 2) | bad("bounds", 3)
    ),
    _call(
        "strlen",
        "char c[4] = {'a', 'b', 'c', 'd'};\nc[3] = (char)$K;",
        "@sink = (int)strlen($<char *|c$>);",
        fine(0) | bad("bounds", 1),
    ),
    _call(
        "strcmp",
        "char c[2] = {'a', 'b'};\nc[1] = (char)$K;",
        '@sink = strcmp($<char *|c$>, "a") == 0;',
        fine(0) | bad("~bounds", 1),
    ),
    _call(
        "strcmp to the end",
        "char c[2] = {'a', 'b'};\nc[1] = (char)(98 * $K);",
        '@sink = strcmp($<char *|c$>, "ab") == 0;',
        fine(0) | bad("bounds", 1),
    ),
    _call(
        "strchr",
        "char c[2] = {'a', 'b'};",
        "@sink = strchr($<char *|c$>, 'a' + $K) != 0;",
        fine(0, 1) | bad("bounds", 2),
    ),
    _call(
        "strdup",
        "char c[2] = {'a', 'b'};\nc[1] = (char)$K;",
        "char *d = strdup(c);\nfree(d);",
        fine(0) | bad("bounds", 1),
    ),
    _call(
        "strdup and write",
        'char *d = strdup("ab");\n$check(d)',
        "d[$K] = 'x';\nfree(d);",
        fine(0, 2) | bad("bounds", 3),
    ),
    _call(
        "sprintf of number",
        "char c[3];",
        'sprintf($<char *|c$>, "%d", $K);',
        fine(0, 9, 99, -9) | bad("bounds", 100, -10),
    ),
    _call(
        "sprintf of string", f"{_B}\n{_S}\ns[$K] = 0;", 'sprintf(b, "%s", s);', fine(0, 3) | bad("bounds", 4)
    ),
    _call(
        "sprintf of text",
        "char c[8];",
        'sprintf($<char *|c + $K$>, "ab%c", 99);',
        fine(0, 4) | bad("bounds", 5),
    ),
    _call("snprintf", _B, 'snprintf($<char *|b$>, $K, "%d", 123456);'),
    _call("snprintf of little", _B, 'snprintf($<char *|b$>, $K, "%d", 12);', fine(0, 4, 5, 8)),
    _call(
        "printf of string",
        "char c[2] = {'a', 'b'};\nc[1] = (char)$K;",
        'printf("%s\\n", $<char *|c$>);',
        fine(0) | bad("bounds", 1),
        goes_on=True,
    ),
    _call(
        "printf with precision",
        "char c[2] = {'a', 'b'};",
        'printf("%.*s\\n", $K, $<char *|c$>);',
        fine(0, 2) | bad("?bounds", 3),
        "none",
        goes_on=True,
    ),
    _call(
        "puts",
        "char c[2] = {'a', 'b'};\nc[1] = (char)$K;",
        "puts($<char *|c$>);",
        fine(0) | bad("bounds", 1),
        goes_on=True,
    ),
    _call(
        "write",
        "char c[4] = {0};",
        "@sink = (int)write(-1, $<char *|c$>, $K);",
        fine(0, 4) | bad("?bounds", 5, 100),
        "none",
        goes_on=True,
    ),
    _call(
        "atoi",
        "char c[2] = {'1', '2'};\nif ($K) {\nc[1] = 0;\n}",
        "@sink = atoi($<char *|c$>);",
        fine(1) | bad("bounds", 0),
    ),
    _call(
        "strtol",
        'char c[4] = "12";\nchar *e;',
        "@sink = strtol(c, &e, 10) == 12 && e[$K] == 0;",
        fine(0, 1) | bad("bounds", 2),
    ),
    _call(
        "qsort",
        "int a[3] = {3, 1, 2};",
        "qsort(a, $K, sizeof a[0], @by);",
        fine(0, 1, 3) | bad("bounds", 4),
        top=_BY,
    ),
    _call(
        "bsearch",
        "int a[3] = {1, 2, 3};\nint key = 9;",
        "@sink = bsearch(&key, a, $K, sizeof a[0], @by) != 0;",
        fine(0, 1, 3) | bad("?bounds", 4, 5),
        "none",
        _BY,
    ),
    _call(
        "overlapping memcpy",
        "char c[8] = {0};",
        "memcpy(c, $<char *|c + $K$>, 3);",
        fine(3, 4) | bad("?bounds|deref", 1, 2),
    ),
    _call(
        "overlapping memmove",
        "char c[8] = {0};",
        "memmove(c, $<char *|c + $K$>, 3);",
        fine(0, 1, 5) | bad("bounds", 6),
    ),
    _call(
        "overlapping strcpy",
        'char c[8] = "abcd";',
        "strcpy(c, $<char *|c + $K$>);",
        fine(5) | bad("?bounds|deref", 1, 2),
    ),
    _call(
        "overlapping sprintf",
        'char c[8] = "ab", d[8] = "cd";',
        'sprintf(c, "%s", $K ? c : d);',
        fine(0) | bad("?bounds|deref", 1),
        "none",
    ),
    _call(
        "strtok",
        'char c[8] = "a b";',
        'char *t = strtok($K ? 0 : c, " ");\n@sink = t != 0;',
        fine(0) | bad("?null|deref|bounds", 1),
        "none",
    ),
    _call(
        "strtok again",
        'char c[8] = "a b";\nchar *t = strtok(c, " ");',
        'for (int i = 0; i < $K; i++) {\nt = strtok(0, " ");\n}\n@sink = *t;',
        fine(0, 1) | bad("null", 2),
    ),
    _call(
        "strstr",
        'char c[4] = "abc";',
        'char *t = strstr(c, $K ? "bd" : "bc");\n@sink = *$<char *|t$>;',
        fine(0) | bad("null", 1),
    ),
    _call(
        "struct copy by memcpy",
        "struct @s s = {1, 2}, t;",
        "memcpy(&t, &s, sizeof(struct @s) + $K);\n@sink = t.b;",
        fine(0) | bad("bounds", 1, 4),
        top="struct @s {\nint a;\nint b;\n};",
    ),
    _call(
        "memcpy of size of pointer",
        "int a[3] = {1, 2, 3}, b[3] = {0};\nint *p = a;",
        "memcpy(b, p, $K ? sizeof p : sizeof a);\n@sink = b[0];",
        fine(0, 1),
    ),
    _call("memset of heap", "char *a = malloc(4);\n$check(a)", "memset($<char *|a$>, 1, $K);\nfree(a);"),
    _call(
        "memcpy into middle",
        f"{_B}",
        'memcpy($<char *|b + $K$>, "xy", 2);',
        fine(0, 2) | bad("bounds", 3, -1),
    ),
    _call(
        "abs", "int n = -INT_MAX - 1 + $K;", "@sink = abs(n) > 0;", fine(1, 2) | bad("~overflow", 0), "none"
    ),
)
