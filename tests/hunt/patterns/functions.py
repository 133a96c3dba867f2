"""Functions as data, data as functions."""

from __future__ import annotations

from ..pattern import Pattern, bad, fine

_FUNCTION = "static int @it(void)\n{\nreturn 1;\n}"
_ODD = "?deref|bounds"
PATTERNS = (
    Pattern(
        "read of a function's bytes",
        "char y = 1;\nchar *p = &y;\nif ($K) {\np = (char *)@it;\n}\n@sink = *$<char *|p$>;",
        fine(0) | bad(_ODD, 1),
        _FUNCTION,
        oracle="none",
    ),
    Pattern(
        "write to a function",
        "char y = 1;\nchar *p = &y;\nif ($K) {\np = (char *)@it;\n}\n*$<char *|p$> = 1;",
        fine(0) | bad(_ODD, 1),
        _FUNCTION,
    ),
    Pattern(
        "copy of a function",
        "char y[2] = {1};\nchar b[2];\nvoid *p = y;\nif ($K) {\np = (void *)@it;\n}\nmemcpy(b, $<void *|p$>, 2);",
        fine(0) | bad(_ODD, 1),
        _FUNCTION,
        oracle="none",
    ),
    Pattern(
        "strlen of a function",
        'const char *p = "a";\nif ($K) {\np = (char *)@it;\n}\n@sink = (int)strlen($<const char *|p$>);',
        fine(0) | bad(_ODD, 1),
        _FUNCTION,
        oracle="none",
    ),
    Pattern(
        "call into a function's middle",
        "int (*f)(void) = (int (*)(void))((char *)@it + $K);\n@sink = f();",
        fine(0) | bad(_ODD, 1, 2),
        _FUNCTION,
        oracle="none",
    ),
    Pattern(
        "call of data",
        "static int y = 3;\nint (*f)(void) = @it;\nif ($K) {\nf = (int (*)(void))&y;\n}\n@sink = f();",
        fine(0) | bad(_ODD, 1),
        _FUNCTION,
    ),
    Pattern(
        "call of heap memory",
        "char *a = malloc(4);\n$check(a)\na[0] = 0;\nint (*f)(void) = @it;\nif ($K) {\nf = (int (*)(void))a;\n}\n@sink = f();\nfree(a);",
        fine(0) | bad(_ODD, 1),
        _FUNCTION,
    ),
    Pattern(
        "call of an integer",
        "int (*f)(void) = @it;\nif ($K) {\nf = (int (*)(void))(long)$K;\n}\n@sink = f();",
        fine(0) | bad("null|deref|bounds", 64) | bad("deref|bounds", 4096),
        _FUNCTION,
    ),
    Pattern(
        "call of null",
        "int (*f)(void) = @it;\nif ($K) {\nf = 0;\n}\n@sink = f();",
        fine(0) | bad("null", 1),
        _FUNCTION,
    ),
    Pattern(
        "call from table",
        "static int (*const t[3])(void) = {@it, 0, @it};\n@sink = t[$K]();",
        fine(0, 2) | bad("null", 1) | bad("bounds", 3, -1),
        _FUNCTION,
    ),
    Pattern(
        "call with another type",
        "int (*f)(int) = @it;\nlong long (*g)(long long, int) = (long long (*)(long long, int))f;\n"
        "if ($K) {\n@sink = (int)g(1, 2);\n} else {\n@sink = f(1);\n}",
        fine(0) | bad("?deref|bounds", 1),
        "static int @it(int a)\n{\nreturn a;\n}",
        oracle="none",
    ),
    Pattern(
        "function pointer as data and back",
        "void *p = (void *)@it;\nint (*f)(void) = (int (*)(void))p;\nif ($K) {\nf = 0;\n}\n@sink = f ? f() : 0;",
        fine(0, 1),
        _FUNCTION,
    ),
)
