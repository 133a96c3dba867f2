"""Assertions about what C's operators, conversions and library give."""

from __future__ import annotations

from collections.abc import Mapping

from ..pattern import Pattern, bad, fine


def _assert(
    name: str,
    before: str,
    condition: str,
    outcomes: Mapping[int, str],
    top: str = "",
    ilp32: Mapping[int, str] | None = None,
) -> Pattern:
    return Pattern(f"assert: {name}", f"{before}\nassert({condition});", outcomes, top, ilp32=ilp32 or {})


_NOT_3 = fine(0, 1, 2) | bad("assert", 3)
PATTERNS = (
    _assert("value", "", "$K != 3", _NOT_3),
    _assert("local", "int x = $<int|$K$>;", "x < 3", _NOT_3),
    _assert("square", "int x = $K;", "x * x != 9", _NOT_3),
    _assert("masked", "", "($K & 3) != 3", _NOT_3 | fine(4) | bad("assert", 7)),
    _assert("char wraps", "signed char c = (signed char)($K + 126);", "c > 0", fine(0, 1) | bad("assert", 2)),
    _assert(
        "unsigned char wraps",
        "unsigned char c = (unsigned char)(255 + $K);",
        "c != 0",
        fine(0, 2) | bad("assert", 1),
    ),
    _assert("signed and unsigned", "unsigned u = 1;", "$K < u", fine(0) | bad("assert", 1, -1)),
    _assert(
        "size of long", "", "sizeof(long) + $K == 8", fine(0) | bad("assert", 4), ilp32={0: "assert", 4: ""}
    ),
    _assert(
        "long holds more",
        "long n = 1000000 * 1000L;\nn *= $K;",
        "n / 1000 == 1000000 * $K",
        fine(0, 1, 2, 4),
        ilp32={4: "assert|overflow"},
    ),
    _assert("division rounds to zero", "", "-7 / $K == -3", fine(2) | bad("assert", 3, 7)),
    _assert("remainder's sign", "", "-7 % $K < 0", fine(2, 3) | bad("assert", 7, 1)),
    _assert("shift right of negative", "", "(-8 >> $K) == -2", fine(2) | bad("assert", 1, 3)),
    _assert(
        "bit-field",
        "struct @s s = {0};\ns.n = $K;",
        "s.n == $K",
        fine(0, 1, 3) | bad("assert", 4, -5),
        "struct @s {\nint n : 3;\n};",
    ),
    _assert(
        "unsigned bit-field",
        "struct @s s = {0};\ns.n = $K;",
        "s.n != 0",
        fine(1, 7, 9) | bad("assert", 0, 8),
        "struct @s {\nunsigned n : 3;\n};",
    ),
    _assert("bool", "_Bool b = $K;", "b == $K", fine(0, 1) | bad("assert", 2, -1)),
    _assert(
        "order of elements",
        "int a[3] = {1, 2, 3};\na[$K & 1] = 5;",
        "a[0] < a[1]",
        fine(1, 3) | bad("assert", 0, 2),
    ),
    _assert(
        "alias",
        "int x = 1, y = 2;\nint *p = $K ? &x : &y;\n*$<int *|p$> = 7;",
        "x == 1",
        fine(0) | bad("assert", 1),
    ),
    _assert(
        "struct copy",
        "struct @s s = {1, {2, 3}}, t = s;\nt.v[$K] = 9;",
        "s.v[1] == 3 && t.v[1] == 3",
        fine(0) | bad("assert", 1),
        "struct @s {\nint a;\nint v[2];\n};",
    ),
    _assert(
        "pointer difference", "int a[4];\nint *p = $<int *|a + $K$>;", "p - a < 3", _NOT_3 | bad("assert", 4)
    ),
    _assert(
        "pointer order", "int a[4];\nint *p = a + $K, *q = a + 2;", "p <= q", fine(0, 1, 2) | bad("assert", 3)
    ),
    _assert(
        "string length", 'char s[5] = "abcd";\ns[$K] = 0;', "strlen(s) < 3", fine(0, 1, 2) | bad("assert", 3)
    ),
    _assert(
        "strcmp",
        "char s[4] = \"abc\";\ns[1] = (char)('a' + $K);",
        'strcmp(s, "abc") >= 0',
        fine(1, 2) | bad("assert", 0),
    ),
    _assert(
        "memcmp",
        "char s[2] = {1, 2};\ns[0] = (char)$K;",
        'memcmp(s, "\\1\\2", 2) == 0',
        fine(1) | bad("assert", 0, 2),
    ),
    _assert(
        "little end",
        "int n = 256 * $K + 1;\nunsigned char *p = (unsigned char *)&n;",
        "p[1] < 3",
        fine(0, 2) | bad("assert", 3),
    ),
    _assert(
        "union",
        "union @u u;\nu.n = 65536 * $K;",
        "u.s[1] == 1",
        fine(1) | bad("assert", 0, 2),
        "union @u {\nint n;\nshort s[2];\n};",
    ),
    _assert("float", "float f = 0.1f * $K;", "f < 0.25f", fine(0, 1, 2) | bad("assert", 3)),
    _assert(
        "double is not exact",
        "double d = 0;\nfor (int i = 0; i < $K; i++) {\nd += 0.1;\n}",
        "d == 0.1 * $K",
        fine(0, 1, 3, 5) | bad("assert", 6, 7),
    ),
    _assert(
        "conversion to int", "double d = $K + 0.75;", "(int)d == $K", fine(0, 1, 5) | bad("assert", -1, -2)
    ),
    _assert("loop sum", "int s = 0;\nfor (int i = 0; i <= $K; i++) {\ns += i;\n}", "s < 6", _NOT_3),
    _assert(
        "while",
        "int n = $K, c = 0;\nwhile (n) {\nn &= n - 1;\nc++;\n}",
        "c < 2",
        fine(0, 1, 2, 4) | bad("assert", 3, 5),
    ),
    _assert(
        "switch falls through",
        "int r = 0;\nswitch ($K) {\ncase 0:\nr++;\ncase 1:\nr++;\nbreak;\ncase 2:\nr = 5;\n}",
        "r < 5",
        fine(0, 1, 3) | bad("assert", 2),
    ),
    _assert("post-increment", "int i = $K;\nint j = i++;", "j == i - 1 && i < 4", _NOT_3),
    _assert("comma", "int i = ($K, 2);", "i == 2", fine(0, 1, 5)),
    _assert(
        "qsort",
        "int a[3] = {3, 1, 2};\na[0] -= $K;\nqsort(a, 3, sizeof a[0], @by);",
        "a[0] == 1",
        fine(0, 1, 2) | bad("assert", 3),
        "static int @by(const void *p, const void *q)\n{\nreturn *(const int *)p - *(const int *)q;\n}",
    ),
    _assert(
        "zeroed",
        "int *a = calloc(2, sizeof *a);\n$check(a)\na[0] = $K;\nint r = a[0] + a[1];\nfree(a);",
        "r == 0",
        fine(0) | bad("assert", 1),
    ),
    Pattern(
        "assert: static counts",
        "@count();\n@count();\nassert(@count() == $K);",
        fine(3) | bad("assert", 2, 4),
        "static int @count(void)\n{\nstatic int n;\nreturn ++n;\n}",
        repeatable=False,
    ),
    _assert(
        "recursion",
        "",
        "@sum($K) < 6",
        _NOT_3,
        "static int @sum(int n)\n{\nreturn n > 0 ? n + @sum(n - 1) : 0;\n}",
    ),
    Pattern(
        "assert: error call",
        "if ($K == 3) {\n__VERIFIER_error();\n}",
        _NOT_3,
        "extern void __VERIFIER_error(void);",
    ),
    Pattern("assert: behind exit", "if ($K == 3) {\nexit(0);\n}\nassert($K != 3);", fine(0, 1, 3)),
    Pattern(
        "assert: side effect", "int n = 0;\nassert(++n);\nassert(n == 1 + $K);", fine(0) | bad("assert", 1)
    ),
)
