"""Variables that are read before they are set, also where the value is thrown away."""

from __future__ import annotations

from ..pattern import Oracle, Pattern, bad, fine

_DROPPED = (
    "~uninit"  # a value that nothing uses: compilers do not read it, and C's words can be read both ways
)


def _use(name: str, use: str, kinds: str = "uninit", *, oracle: Oracle = "none", top: str = "") -> Pattern:
    """A use of a variable that is set for selector 1 only."""
    outcomes = fine(1) | bad(kinds, 0)
    return Pattern(f"uninit: {name}", f"int x;\nif ($K) {{\nx = 1;\n}}\n{use}", outcomes, top, oracle=oracle)


_TAKE = "static void @take(int v)\n{\n(void)v;\n}"
PATTERNS = (
    _use("stored", "@sink = $<int|x$>;"),
    _use("condition", "if (x) {\n@sink = 1;\n}", oracle="valgrind"),
    _use("loop condition", "while (x > 5) {\nx = 0;\n}", oracle="valgrind"),
    _use("switch", "switch (x) {\ncase 3:\n@sink = 1;\n}", oracle="valgrind"),
    _use("index", "int a[2] = {1, 2};\n@sink = a[x & 1];"),
    _use("thrown away", "x;", _DROPPED),
    _use("cast to void", "(void)x;", _DROPPED),
    _use("cast thrown away", "(long)x;", _DROPPED),
    _use("not, thrown away", "!x;"),
    _use("comma", "@sink = (x, 1);", _DROPPED),
    _use("argument", "@take(x);", top=_TAKE),
    _use("argument of unused parameter", "@sink = @none(x);", top="static int @none(int v)\n{\nreturn 1;\n}"),
    _use("printf", 'printf("%d\\n", x);', oracle="valgrind"),
    _use("putchar", "putchar(x);"),
    _use("ternary taken", "@sink = 1 ? x : 0;"),
    _use("ternary not taken", "@sink = @sink >= 0 ? 0 : x;", ""),
    _use("size", "@sink = (int)sizeof x;", ""),
    _use("set first", "x = 2;\n@sink = x;", ""),
    _use("not evaluated", "@sink = @sink < 0 && x;", ""),
    _use("evaluated for nothing", "@sink = x && 0;"),
    _use("to itself", "x = x;"),
    _use("increment", "x++;"),
    _use("compound", "x += 1;"),
    _use("exclusive or with itself", "@sink = x ^ x;"),
    _use("times zero", "@sink = x * 0;"),
    _use("returned", "return @sink = x & 0;"),
    _use("initialiser", "int y = x;\n@sink = 1;"),
    _use("compound literal", "@sink = (int){x} & 1;"),
    _use("in struct", "struct @s s = {x};\n@sink = 1;", top="struct @s {\nint m;\n};"),
    _use("statement expression", "({ x; });", _DROPPED),
    _use("assertion", "assert(x == x);"),
    Pattern(
        "uninit: pointer",
        "int y = 1;\nint *p;\nif ($K) {\np = &y;\n}\n@sink = p == &y;",
        fine(1) | bad("uninit", 0),
        oracle="none",
    ),
    Pattern(
        "uninit: pointer thrown away",
        "int y = 1;\nint *p;\nif ($K) {\np = &y;\n}\np;",
        fine(1) | bad(_DROPPED, 0),
        oracle="none",
    ),
    Pattern(
        "uninit: double",
        "double d;\nif ($K) {\nd = 1.0;\n}\n@sink = d > 0.5;",
        fine(1) | bad("uninit", 0),
        oracle="none",
    ),
    Pattern(
        "uninit: long long",
        "long long n;\nif ($K) {\nn = 1;\n}\n@sink = n > 0;",
        fine(1) | bad("uninit", 0),
        oracle="none",
    ),
    Pattern(
        "uninit: bool",
        "_Bool b;\nif ($K) {\nb = 1;\n}\nif (b) {\n@sink = 1;\n}",
        fine(1) | bad("uninit", 0),
        oracle="valgrind",
    ),
    Pattern(
        "uninit: second round",
        "for (int i = 0; i < 2; i++) {\nint x;\nif (i == 0 || $K) {\nx = i;\n}\n@sink = x;\n}",
        fine(1) | bad("uninit", 0),
        oracle="none",
    ),
    Pattern(
        "uninit: set in an earlier round",
        "int x;\nfor (int i = 0; i < 2; i++) {\nif (i == $K) {\nx = i;\n}\nif (i == 1) {\n@sink = x;\n}\n}",
        fine(0, 1) | bad("uninit", 2),
        oracle="none",
    ),
    Pattern(
        "uninit: initialiser jumped over",
        "switch ($K) {\nint x = 1;\ncase 0:\n@sink = x & 0;\nbreak;\ndefault:\nx = 2;\n@sink = x;\n}",
        fine(1, 2) | bad("uninit", 0),
        oracle="none",
    ),
    Pattern(
        "uninit: goto over initialiser",
        "if ($K) {\ngoto over;\n}\nint x = 1;\nover:\n@sink = x & 0;",
        fine(0) | bad("uninit", 1),
        oracle="none",
        repeatable=False,
    ),
    Pattern(
        "uninit: goto backwards",
        "int i = 0;\nagain:;\nint x;\nif (i == 0 || !$K) {\nx = 1;\n}\n@sink = x & 1;\nif (i++ < 1) {\ngoto again;\n}",
        fine(0) | bad("uninit", 1),
        oracle="none",
    ),
    Pattern(
        "uninit: by switch",
        "int x;\nswitch ($K) {\ncase 0:\nx = 1;\nbreak;\ncase 1:\nx = 2;\n}\n@sink = x & 0;",
        fine(0, 1) | bad("uninit", 2),
        oracle="none",
    ),
    Pattern(
        "uninit: loop that may not run",
        "int x;\nfor (int i = 0; i < $K; i++) {\nx = i;\n}\n@sink = x & 0;",
        fine(1, 2) | bad("uninit", 0),
        oracle="none",
    ),
    Pattern(
        "uninit: set by and", "int x;\nif ($K && (x = 1)) {\n@sink = x;\n} else {\n@sink = 0;\n}", fine(0, 1)
    ),
    Pattern(
        "uninit: set by or",
        "int x;\nif ($K || (x = 1)) {\n@sink = x & 0;\n}",
        fine(0) | bad("uninit", 1),
        oracle="none",
    ),
    Pattern(
        "uninit: address taken",
        "int x;\nint *p = &x;\nif ($K) {\n*p = 1;\n}\n@sink = x & 0;",
        fine(1) | bad("~uninit", 0),
        oracle="none",
    ),
    Pattern(
        "uninit: array",
        "int a[2];\na[0] = 1;\n@sink = a[$K] & 0;",
        fine(0) | bad("~uninit", 1),
        oracle="none",
    ),
    Pattern(
        "uninit: member",
        "struct @s s;\nif ($K) {\ns.m = 1;\n}\n@sink = s.m & 0;",
        fine(1) | bad("~uninit", 0),
        "struct @s {\nint m;\n};",
        oracle="none",
    ),
    Pattern(
        "uninit: fresh memory",
        "int *a = malloc(8);\n$check(a)\na[0] = 1;\n@sink = a[$K] & 0;\nfree(a);",
        fine(0) | bad("~uninit", 1),
        oracle="none",
    ),
    Pattern(
        "uninit: no value returned",
        "@sink = @none($K) & 0;",
        fine(1) | bad("~uninit|return", 0),
        "static int @none(int k)\n{\nif (k) {\nreturn 1;\n}\n}",
        oracle="none",
    ),
    Pattern("uninit: static", "static int x;\n@sink = x + $K;", fine(0, 1)),
    Pattern(
        "uninit: set by scanf's kin",
        "int x;\n@put(&x, $K);\n@sink = x;",
        fine(0, 1),
        "static void @put(int *to, int v)\n{\n*to = v;\n}",
    ),
)
