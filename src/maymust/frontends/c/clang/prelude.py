"""Declares in front of the user's text what CBMC and ESBMC know without any header.

Where the text declares something itself in another way, that stands: the declaration here is left out.
Clauses of contracts and of loops become nothing; `contract_warnings` tells that they are not looked at.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic
from maymust.ir.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.clang.api import Unit
    from maymust.frontends.c.clang.text import Message

PATH = "/maymust/prelude.h"
_CLAUSES = (
    *("__CPROVER_requires", "__CPROVER_ensures", "__CPROVER_assigns", "__CPROVER_frees"),
    *("__CPROVER_requires_contract", "__CPROVER_ensures_contract"),
    *("__CPROVER_loop_invariant", "__CPROVER_decreases"),
)
_DECLARATIONS = """\
typedef _Bool __CPROVER_bool;
typedef __SIZE_TYPE__ __CPROVER_size_t;
typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;
void __CPROVER_assert(_Bool, const char *);
void __CPROVER_precondition(_Bool, const char *);
void __CPROVER_postcondition(_Bool, const char *);
void __CPROVER_assume(_Bool);
void __CPROVER_cover(_Bool);
void __CPROVER_input(const char *, ...);
void __CPROVER_output(const char *, ...);
void __CPROVER_printf(const char *, ...);
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);
void __CPROVER_fence(const char *, ...);
void __CPROVER_havoc_object(void *);
void __CPROVER_havoc_slice(void *, __SIZE_TYPE__);
void *__CPROVER_allocate(__SIZE_TYPE__, _Bool);
_Bool __CPROVER_r_ok(const void *, ...);
_Bool __CPROVER_w_ok(const void *, ...);
_Bool __CPROVER_rw_ok(const void *, ...);
__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *);
__SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *);
__PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET(const void *);
_Bool __CPROVER_same_object(const void *, const void *);
_Bool __CPROVER_DYNAMIC_OBJECT(const void *);
_Bool __CPROVER_LIVE_OBJECT(const void *);
_Bool __CPROVER_overflow_plus();
_Bool __CPROVER_overflow_minus();
_Bool __CPROVER_overflow_mult();
_Bool __CPROVER_overflow_unary_minus();
extern const void *__CPROVER_deallocated;
extern const void *__CPROVER_dead_object;
extern const void *__CPROVER_malloc_object;
extern const void *__CPROVER_memory_leak;
extern __SIZE_TYPE__ __CPROVER_max_malloc_size;
extern int __CPROVER_rounding_mode;
void __ESBMC_assert(_Bool, const char *);
void __ESBMC_assume(_Bool);
void __ESBMC_cover(_Bool);
void __ESBMC_atomic_begin(void);
void __ESBMC_atomic_end(void);
void __ESBMC_yield(void);
void __ESBMC_unroll(unsigned);
__SIZE_TYPE__ __ESBMC_get_object_size(const void *);
__SIZE_TYPE__ __ESBMC_POINTER_OBJECT(const void *);
__PTRDIFF_TYPE__ __ESBMC_POINTER_OFFSET(const void *);
_Bool __ESBMC_same_object(const void *, const void *);
"""
_NAME = re.compile(r"(\w+)(?:\(.*\))?;$")
_LINES = {
    **{_NAME.search(line)[1]: line for line in _DECLARATIONS.splitlines()},  # type: ignore[index]
    **{clause: f"#define {clause}(...)" for clause in _CLAUSES},
}
_TYPES = {name for name, line in _LINES.items() if line.startswith("typedef")}
_QUOTED = re.compile(r"'(\w+)'")
_CLAUSE = re.compile(rb"\b(?:" + "|".join(_CLAUSES).encode() + rb")\b")


def prelude(without: Iterable[str] = ()) -> str:
    """The text of the prelude, a line for each name but these."""
    left = set(without)
    return "".join(f"{line}\n" for name, line in _LINES.items() if name not in left)


def declared_for(text: bytes, used: Iterable[str], without: Iterable[str]) -> str:
    """The lines of the prelude that a text, or functions that are used, need."""
    left, words = set(without), {word.decode() for word in re.findall(rb"\b__(?:CPROVER|ESBMC)\w*", text)}
    words |= set(used)
    return "".join(f"{line}\n" for name, line in _LINES.items() if name in words - left)


def declared_otherwise(messages: Iterable[Message]) -> set[str]:
    """The names of the prelude that clang complains about: the text declares them in its own way."""
    told = list(messages)
    found = {name for message in told for name in _QUOTED.findall(message.text) if name in _LINES}
    if any("typedef redefinition" in message.text for message in told):
        found |= _TYPES
    return found


def contract_warnings(unit: Unit) -> list[Diagnostic]:
    """Tells where clauses of contracts stand that are not looked at."""
    found = []
    for path, text in unit.files():
        if path == PATH or not _CLAUSE.search(text):
            continue
        for match in _CLAUSE.finditer(_without_comments(text)):
            line = text.count(b"\n", 0, match.start()) + 1
            column = match.start() - text.rfind(b"\n", 0, match.start())
            name = match[0].decode()
            span = Span(path, line, column, line, column + len(name))
            found.append(Diagnostic("warning", f"`{name}` is not looked at: contracts are not checked", span))
    return found


_COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)


def _without_comments(text: bytes) -> bytes:
    """The text with blanks for comments and strings."""
    return _COMMENT.sub(lambda match: re.sub(rb"[^\n]", b" ", match[0]), text)
