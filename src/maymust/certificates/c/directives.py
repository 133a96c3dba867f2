"""Writes what functions of verification tools do in a test: they ask for the run's inputs, or do nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.library.table import Does, find

if TYPE_CHECKING:
    from collections.abc import Iterable

_FILLED = """\
    unsigned char *target = to;
    unsigned long long word, bytes;
    for (__SIZE_TYPE__ at = 0; at < size; at += bytes) {
        bytes = maymust_input();
        word = maymust_input();
        if (!bytes)
            break;
        for (unsigned long long i = 0; i < bytes; i++)
            target[at + i] = (unsigned char)(word >> 8 * i);
    }"""
_SAME = {
    "klee_get_valuef": "float",
    "klee_get_valued": "double",
    "klee_get_valuel": "long",
    "klee_get_valuell": "long long",
    "klee_get_value_i32": "int",
    "klee_get_value_i64": "long long",
}


def definition(name: str) -> tuple[str, str, str] | None:
    """How a test defines the function: result, parameters and body. None if it is as others are."""
    row = find(name)
    if row is None or not row.is_directive:
        return None
    if name in _SAME:
        return _SAME[name], f"{_SAME[name]} x", "return x;"
    if name == "__CPROVER_allocate":
        size = "__SIZE_TYPE__ size, _Bool zero"
        return "void *", size, "return __builtin_calloc(1, size ? size : 1);"
    match row.does:
        case Does.PRINTS:
            return "void", "void", ""
        case Does.FILLS:
            return "void", "void *to, __SIZE_TYPE__ size", f"\n{_FILLED}\n"
        case Does.FILLS_OBJECT:
            return "void", "void *to", f"\n    __SIZE_TYPE__ size = maymust_input();\n{_FILLED}\n"
        case Does.STOPS | Does.EXITS:
            return "void", "void", "maymust_exit(0);"
        case Does.ASSUMES if name == "klee_assume":
            return "void", "__UINTPTR_TYPE__ c", "if (!c) maymust_exit(0);"
    return None


def first_calls(functions: Iterable[str]) -> str:
    """A constructor that calls those of the functions which a tool calls before `main`; empty for none."""
    calls = " ".join(f"{name}();" for name in functions if name.startswith(library.RUN_FIRST))
    return f"__attribute__((constructor)) static void maymust_first(void) {{ {calls} }}\n" if calls else ""
