"""Writes to what must not be written: string literals, const objects."""

from __future__ import annotations

from typing import Literal

from ..pattern import Pattern, bad, fine


def _const(
    name: str,
    declared: str,
    target: str,
    top: str = "",
    oracle: Literal["sanitizers", "none"] = "sanitizers",
    kinds: str = "?deref",
) -> Pattern:
    """Writes to a const object for selector 1."""
    body = f"int y = 3;\n{declared}\nint *p = &y;\nif ($K) {{\np = (int *){target};\n}}\n*$<int *|p$> = 2;\n@sink = y;"
    return Pattern(f"write to {name}", body, fine(0) | bad(kinds, 1), top, oracle=oracle)


PATTERNS = (
    Pattern(
        "write to literal",
        'char b[4] = "abc";\nchar *p = b;\nif ($K) {\np = "abc";\n}\n$<char *|p$>[1] = \'x\';',
        fine(0) | bad("deref", 1),
    ),
    Pattern(
        "copy to literal",
        'char b[4] = "abc";\nchar *p = b;\nif ($K) {\np = "xyz";\n}\nmemcpy($<char *|p$>, "de", 2);',
        fine(0) | bad("deref", 1),
    ),
    Pattern(
        "strcpy to literal",
        'char b[4] = "abc";\nchar *p = $K ? "xyz" : b;\nstrcpy($<char *|p$>, "d");',
        fine(0) | bad("deref", 1),
    ),
    Pattern(
        "memset of literal",
        'char b[4] = "abc";\nchar *p = $K ? "xyz" : b;\nmemset($<char *|p$>, 0, 2);',
        fine(0) | bad("deref", 1),
    ),
    _const("const local", "const int c = 1;", "&c", oracle="none"),
    _const("const static", "static const int c = 1;", "&c"),
    _const("const global", "", "&@c", "static const int @c = 1;"),
    _const("element of const array", "static const int c[3] = {1, 2, 3};", "&c[1]"),
    _const("const compound literal", "", "&(const int){1}", oracle="none"),
    _const("const array's last element", "const int c[2] = {1, 2};", "(c + 1)", oracle="none"),
    _const("member of const struct", "", "&@c.b", "static const struct {\nint a;\nint b;\n} @c = {1, 2};"),
    _const("const member", "struct @s s = {1, 2};", "&s.b", "struct @s {\nint a;\nconst int b;\n};", "none"),
    _const("const pointer's target", "int t = 1;\nint *const c = &t;", "c", kinds=""),
    _const("not const, seen as const", "int t = 1;\nconst int *c = &t;", "c", kinds=""),
    Pattern(
        "memset of const array",
        "static const char c[4] = {1};\nchar b[4];\nchar *p = $K ? (char *)c : b;\nmemset($<char *|p$>, 0, 4);",
        fine(0) | bad("?deref", 1),
    ),
    Pattern(
        "read of literal",
        'const char *p = "abc";\n@sink = $<const char *|p$>[$K];',
        fine(0, 1, 3) | bad("bounds", 4),
    ),
    Pattern(
        "read before literal",
        'const char *p = "abc";\n@sink = $<const char *|p$>[$K];',
        fine(0, 3) | bad("bounds", -1),
        oracle="none",  # other literals may lie there
    ),
)
