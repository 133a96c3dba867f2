"""Array bounds of all shapes."""

from __future__ import annotations

from ..pattern import Pattern, bad, fine

_FOUR = fine(0, 1, 2, 3) | bad("bounds", 4, 5, -1)
_A = "int a[4] = {1, 2, 3, 4};\n"
_HEAP = "int *a = malloc(4 * sizeof(int));\n$check(a)\nfor (int i = 0; i < 4; i++) {\na[i] = i;\n}\n"


def _read(name: str, before: str, access: str, top: str = "", after: str = "", **outcomes: object) -> Pattern:
    """Reads `access`; of an array of four, if no other outcomes are given."""
    found = outcomes.get("outcomes", _FOUR)
    oracle = outcomes.get("oracle", "sanitizers")
    return Pattern(f"bounds: {name}", f"{before}@sink = {access};\n{after}", found, top, oracle=oracle)  # type: ignore[arg-type]


PATTERNS = (
    _read("local", _A, "a[$K]"),
    _read("reversed", _A, "$K[a]"),
    _read("star", _A, "*(a + $K)"),
    _read("pointer", _A, "*$<int *|a + $K$>"),
    _read("pointer to second", f"{_A}int *p = a + 1;\n", "$<int *|p$>[$K - 1]"),
    _read(
        "from the end", f"{_A}int *p = &a[4];\n", "p[-$K]", outcomes=fine(1, 2, 3, 4) | bad("bounds", 0, 5)
    ),
    _read("global", "", "@t[$K]", "static int @t[4] = {1, 2};"),
    _read("const table", "", "@t[$K]", "static const short @t[4] = {1, 2};"),
    _read("external", "", "@t[$K]", "char @t[4];"),
    _read("static", "static char t[4];\n", "t[$K]"),
    _read("heap", _HEAP, "a[$K]", after="free(a);"),
    _read("calloc", "short *a = calloc(2, 4);\n$check(a)\n", "$<short *|a$>[$K]", after="free(a);"),
    _read(
        "member",
        "struct @s s = {1, {2, 3, 4, 5}, 6};\n",
        "s.v[$K]",
        "struct @s {\nint a;\nint v[4];\nint b;\n};",
    ),
    _read(
        "member behind pointer",
        "struct @s s = {1, {2, 3, 4, 5}, 6};\nstruct @s *p = &s;\n",
        "$<struct @s *|p$>->v[$K]",
        "struct @s {\nint a;\nint v[4];\nint b;\n};",
    ),
    _read("array of structs", "struct @s s[4] = {{1, 2}};\n", "s[$K].b", "struct @s {\nint a;\nint b;\n};"),
    _read("rows", "int m[4][2] = {{1}};\n", "m[$K][1]"),
    _read("columns", "int m[2][4] = {{1}};\n", "m[0][$K]"),
    _read("columns of last row", "static int m[3][4];\n", "m[2][$K]"),
    _read("rows behind pointer", "static int m[2][4];\nint (*r)[4] = m;\n", "r[1][$K]"),
    _read("pointer to array", f"{_A}int (*r)[4] = &a;\n", "(*r)[$K]"),
    _read(
        "nested",
        "static struct @o o;\n",
        "o.in[1].v[$K]",
        "struct @o {\nstruct {\nint n;\nchar v[4];\n} in[2];\n};",
    ),
    _read("parameter", _A, "@get(a, $K)", "static int @get(int v[4], int i)\n{\nreturn v[i];\n}"),
    _read("variable array", "int n = 4;\nint a[n];\nfor (int i = 0; i < n; i++) {\na[i] = i;\n}\n", "a[$K]"),
    _read("literal", "", '"abc"[$K]'),
    _read("array from literal", 'char a[] = "abc";\n', "$<char *|a$>[$K]"),
    _read("compound literal", "", "((int[]){1, 2, 3, 4})[$K]"),
    _read("bytes", "int a[1] = {1};\n", "((char *)a)[$K]"),
    _read("bytes of scalar", "int y = 1;\n", "((unsigned char *)&y)[$K]"),
    _read("scalar", "int y = 1;\nint *p = &y;\n", "$<int *|p$>[$K]", outcomes=fine(0) | bad("bounds", 1, -1)),
    _read(
        "wide access to bytes",
        "static char a[8];\nchar *p = a;\n",
        "*(int *)($<char *|p$> + 4 * $K)",
        outcomes=fine(0, 1) | bad("bounds", 2, -1),
    ),
    _read(
        "struct over too few bytes",
        "static char a[8];\n",
        "((struct @s *)(a + 4 * $K))->a",
        "struct @s {\nint a;\nint b;\n};",
        outcomes=fine(0) | bad("~bounds", 1) | bad("bounds", 2),
        oracle="none",
    ),
    _read(
        "flexible member",
        "struct @f *f = malloc(sizeof *f + 4);\n$check(f)\nmemset(f->v, 1, 4);\n",
        "f->v[$K]",
        "struct @f {\nint n;\nchar v[];\n};",
        "free(f);",
        outcomes=fine(0, 1, 2, 3) | bad("bounds", 4, 5),
    ),
    _read("masked", _A, "a[$K & 3]", outcomes=fine(0, 3, 4, 5, -1)),
    _read("remainder", _A, "a[$K % 4]", outcomes=fine(0, 3, 4, 5) | bad("bounds", -1)),
    _read("narrowed", _A, "a[(unsigned char)($K + 256)]", outcomes=fine(0, 1, 3) | bad("bounds", 4)),
    _read("unsigned difference", _A, "a[(unsigned)$K - 1u]", outcomes=fine(1, 4) | bad("bounds", 0, 5)),
    _read("guarded", _A, "$K >= 0 && $K < 4 ? a[$K] : 0", outcomes=fine(0, 3, 4, -1)),
    _read(
        "badly guarded", _A, "$K >= 0 && $K <= 4 ? a[$K] : 0", outcomes=fine(0, 3, 5, -1) | bad("bounds", 4)
    ),
    _read("unsigned guard", _A, "(unsigned)$K < 4 ? a[$K] : 0", outcomes=fine(0, 3, 4, -1)),
    _read("union", "union @u u = {{1}};\n", "u.b[$K]", "union @u {\nint i[1];\nchar b[4];\n};"),
    Pattern("bounds: write", f"{_A}a[$K] = 5;", _FOUR),
    Pattern("bounds: increment", f"{_A}a[$K]++;", _FOUR),
    Pattern("bounds: compound", f"{_HEAP}$<int *|a$>[$K] += 2;\nfree(a);", _FOUR),
    Pattern(
        "bounds: loop",
        f"{_A}for (int i = 0; i <= $K; i++) {{\na[i] = i;\n}}",
        fine(0, 2, 3) | bad("bounds", 4, 5),
    ),
    Pattern(
        "bounds: walk",
        f"{_A}int *e = a + $K;\nfor (int *p = a; p != e; p++) {{\n@sink = *p;\n}}",
        fine(0, 3, 4) | bad("bounds", 5),
    ),
    Pattern(
        "bounds: downwards",
        f"{_A}for (int i = 3; i >= $K; i--) {{\n@sink = a[i];\n}}",
        fine(0, 1, 3) | bad("bounds", -1),
    ),
    Pattern(
        "bounds: one past",
        f"{_A}int *p = $<int *|a + 4$>;\n@sink = p == a + 4;\nif ($K) {{\n@sink = *p;\n}}",
        fine(0) | bad("bounds", 1),
    ),
    Pattern(
        "bounds: sized by input",
        "char *a = malloc($K);\n$check(a)\na[1] = 1;\nfree(a);",
        fine(2, 3, 4) | bad("bounds", 0, 1),
    ),
    Pattern(
        "bounds: product",
        "int *a = malloc($K * sizeof(int));\n$check(a)\nfor (int i = 0; i < 3; i++) {\na[i] = i;\n}\nfree(a);",
        fine(3, 4) | bad("bounds", 1, 2),
    ),
    Pattern(
        "bounds: size of pointer",
        "long long *a = malloc($K ? sizeof *a : sizeof a);\n$check(a)\n*$<long long *|a$> = 1;\nfree(a);",
        fine(0, 1),
        ilp32={0: "bounds"},
    ),
    Pattern(
        "bounds: long in four bytes",
        "long *a = malloc(4 + 4 * $K);\n$check(a)\n*$<long *|a$> = 1;\nfree(a);",
        fine(1) | bad("bounds", 0),
        ilp32={0: ""},
    ),
    Pattern(
        "bounds: realloc shrinks",
        "char *a = malloc(8);\n$check(a)\nchar *b = realloc(a, $K);\nif (!b) {\nfree(a);\nreturn 0;\n}\nb[3] = 1;\nfree(b);",
        fine(4, 5, 8) | bad("bounds", 1, 3),
    ),
    Pattern(
        "bounds: realloc grows",
        "char *a = malloc(2);\n$check(a)\na[0] = 1;\nchar *b = realloc(a, 4);\nif (!b) {\nfree(a);\nreturn 0;\n}\n@sink = b[0];\n$<char *|b$>[$K] = 1;\nfree(b);",
        fine(0, 2, 3) | bad("bounds", 4),
    ),
    Pattern(
        "bounds: string without end",
        "char b[4] = {'a', 'b', 'c', 'd'};\nb[$K] = 0;\n@sink = (int)strlen($<char *|b$>);",
        fine(0, 3) | bad("bounds", 4),
    ),
    Pattern(
        "bounds: end overwritten",
        "char b[4] = \"abc\";\nb[$K] = 'x';\n@sink = (int)strlen($<char *|b$>);",
        fine(0, 2) | bad("bounds", 3),
    ),
    Pattern(
        "bounds: own copy loop",
        "char s[8] = \"abc\";\nchar b[4];\ns[3] = $K ? 'd' : 0;\nchar *p = b, *q = s;\nwhile ((*p++ = *q++)) {\n}\n@sink = b[0];",
        fine(0) | bad("bounds", 1),
    ),
)
