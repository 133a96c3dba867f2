"""Accesses to what is gone, and through pointers that are no addresses of anything."""

from __future__ import annotations

from ..pattern import Pattern, bad, fine

_HEAP = "int *a = malloc(8);\n$check(a)\na[0] = 1;\na[1] = 2;\n"


def _gone(name: str, making: str, before: str = "", top: str = "", **more: str) -> Pattern:
    """Reads what a pointer made in `making` points to; selector 0 keeps it at something alive."""
    body = f"int y = 3;\nint *p = &y;\n{before}\nif ($K) {{\n{making}\n}}\n@sink = *$<int *|p$>;"
    return Pattern(f"use of {name}", body, fine(0) | bad("deref", 1), top, **more)  # type: ignore[arg-type]


PATTERNS = (
    Pattern(
        "use after free",
        f"{_HEAP}if ($K) {{\nfree(a);\n}}\n@sink = *$<int *|a$>;\nif (!$K) {{\nfree(a);\n}}",
        fine(0) | bad("deref", 1),
    ),
    Pattern(
        "write after free",
        f"{_HEAP}int *b = a;\nif (!$K) {{\nb = malloc(4);\n}}\nfree(a);\nif (b) {{\n*$<int *|b$> = 2;\n}}\nif (!$K) {{\nfree(b);\n}}",
        fine(0) | bad("deref", 1),
    ),
    Pattern(
        "use after realloc",
        f"{_HEAP}int *b = realloc(a, 16);\nif (!b) {{\nfree(a);\nreturn 0;\n}}\n"
        "int *c = b;\nif ($K) {\nc = a;\n}\n@sink = $<int *|c$>[1];\nfree(b);",
        fine(0) | bad("deref", 1),
    ),
    Pattern(
        "use of freed string",
        "char *s = malloc(3);\n$check(s)\ns[0] = 'a';\ns[1] = 0;\nif ($K) {\nfree(s);\n}\n"
        "@sink = (int)strlen($<char *|s$>);\nif (!$K) {\nfree(s);\n}",
        fine(0) | bad("deref", 1),
    ),
    Pattern(
        "use of freed node",
        "struct @node one = {1, 0};\nstruct @node *n = malloc(sizeof *n);\n$check(n)\nn->v = 2;\nn->next = &one;\n"
        "struct @node *m = n->next;\nfree(n);\nif ($K) {\nm = n->next;\n}\n@sink = $<struct @node *|m$>->v;",
        fine(0) | bad("deref", 1),
        "struct @node {\nint v;\nstruct @node *next;\n};",
    ),
    _gone("block's local", "int x = 1;\np = &x;"),
    _gone("inner block's local", "{\nint x[2] = {1, 2};\np = &x[1];\n}"),
    _gone("statement expression's local", "p = ({ int x = 1; &x; });"),
    _gone("statement expression's array", "p = ({ int x[2] = {1, 2}; x + 1; });"),
    _gone("nested statement expression's local", "p = ({ int *q; { q = ({ int x = 4; &x; }); } q; });"),
    _gone("block's compound literal", "p = &(int){1};", oracle="none"),
    _gone("block's variable array", "int n = 2;\nint x[n];\nx[0] = 1;\np = x;", oracle="none"),
    _gone("loop's local", "for (int i = 5; i < 6; i++) {\np = &i;\n}"),
    _gone(
        "called function's local",
        "p = @local();",
        top="static int *@local(void)\n{\nint x = 2;\nint *q = &x;\nreturn q;\n}",
    ),
    _gone(
        "called function's parameter",
        "p = @local(1);",
        top="static int *@local(int x)\n{\nint *q = &x;\nreturn q;\n}",
    ),
    _gone(
        "stored address of local",
        "@keep();\np = @kept;",
        top="static int *@kept;\nstatic void @keep(void)\n{\nint x = 2;\n@kept = &x;\n}",
    ),
    Pattern(
        "static local's address",
        "int *p = @local($K);\n@sink = *$<int *|p$>;",
        fine(0) | bad("deref", 1),
        "static int *@local(int k)\n{\nstatic int s = 1;\nint x = 2;\nint *q = &x;\nif (!k) {\nq = &s;\n}\nreturn q;\n}",
    ),
    Pattern(
        "statement expression's local used behind it",
        "int y = 1;\n@sink = *({ int x = 1; $K ? &x : &y; });",
        fine(0) | bad("deref", 1),
    ),
    Pattern(
        "statement expression's value",
        "int y = ({ int x = $K; x + 1; });\n@sink = $<int|y$>;",
        fine(0, 1, 2, 3),
    ),
    Pattern(
        "last round's local",
        "int *p = 0;\nfor (int i = 0; i < 2; i++) {\nint x = i;\nif (i == 0) {\np = &x;\n}\nif (i == 1 && $K) {\n@sink = *p;\n}\n}",
        fine(0) | bad("?deref", 1),
        oracle="none",  # it lives at the same address again
    ),
    Pattern(
        "integer as pointer",
        "int y = 3;\nint *p = &y;\nif ($K) {\np = (int *)(long)$K;\n}\n@sink = *$<int *|p$>;",
        fine(0) | bad("null|deref", 16) | bad("deref", 4096),  # in the first page, as null, or not
    ),
    Pattern(
        "null with offset",
        "int y[2] = {1, 2};\nint *p = 0;\nif ($K == 0) {\np = y;\n}\n@sink = *$<int *|p + $K$>;",
        fine(0) | bad("null|deref|bounds", 1, 4),
    ),
    Pattern(
        "pointer that was never set",
        "int y = 3;\nint *p;\nif ($K) {\np = &y;\n}\n@sink = *p;",
        fine(1) | bad("deref|null|uninit", 0),
        oracle="none",
    ),
    Pattern(
        "pointer member that was never set",
        "int y = 3;\nstruct @holder h;\nif ($K) {\nh.p = &y;\n}\n@sink = *h.p;",
        fine(1) | bad("?deref|null|uninit", 0),
        "struct @holder {\nint n;\nint *p;\n};",
        oracle="none",
    ),
    Pattern(
        "pointer in fresh memory",
        "int y = 3;\nint **p = malloc(sizeof *p);\n$check(p)\nif ($K) {\n*p = &y;\n}\n@sink = **p;\nfree(p);",
        fine(1) | bad("?deref|null|uninit", 0),
        oracle="none",
    ),
    Pattern(
        "pointer through an integer",
        "int y[2] = {1, 2};\nunsigned long n = (unsigned long)&y[0];\nn += 4 * $K;\n@sink = *(int *)n;",
        fine(0, 1) | bad("?bounds|deref", 2, 4),
    ),
    Pattern(
        "block of stack memory",
        "int y = 1;\nint *p = $K ? @block() : &y;\n@sink = *$<int *|p$>;",
        fine(0) | bad("?deref", 1),
        "static int *@block(void)\n{\nint *q = alloca(8);\nq[0] = 1;\nreturn q;\n}",
        oracle="none",
    ),
    Pattern(
        "comparison with what is gone",
        f"{_HEAP}int *b = 0;\nfree(a);\n@sink = b == 0;\nif ($K) {{\nb = 0;\n}}",
        fine(0, 1),
    ),
)
