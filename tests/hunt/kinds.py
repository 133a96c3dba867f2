"""The kinds of properties, as the hunt knows them: one row for each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from maymust.frontends.c.kinds import GROUPS, KINDS

Unasked = Literal["stops", "goes on", "open"]


@dataclass(frozen=True)
class Kind:
    """`unasked` says what an execution does behind a violation that is not asked for: it ends, goes on as
    machines do, or nothing is known. `reports` matches what a native run says of a violation."""

    name: str
    unasked: Unasked
    reports: str


_SEGV = r"SEGV on|DEADLYSIGNAL|BUS on"
_TABLE = (
    Kind("assert", "stops", r"Assertion .* failed"),
    Kind("null", "stops", rf"null pointer|{_SEGV}"),
    Kind(
        "bounds",
        "open",
        r"(heap|stack|global|dynamic-stack)-buffer-(over|under)flow|out of bounds|negative-size-param|"
        rf"object-size|insufficient space|container-overflow|unknown-crash|Invalid (read|write)|{_SEGV}|"
        r"stack-overflow|calloc-overflow|stack-use-after-scope",
    ),
    Kind(
        "deref",
        "open",
        rf"heap-use-after-free|stack-use-after|use-after-poison|memcpy-param-overlap|strcpy-param-overlap|{_SEGV}|"
        r"null pointer|stack-buffer|unknown-crash|ILL on",
    ),
    Kind(
        "free",
        "open",
        rf"double-free|attempting free|not malloc|alloc-dealloc|bad-malloc|{_SEGV}|use-after-free",
    ),
    Kind("leak", "goes on", r"hunt: leak"),
    Kind("div", "open", r"division by zero|division of|FPE on"),
    Kind("overflow", "goes on", r"signed integer overflow|negation of|left shift of \d+ by|division of"),
    Kind("shift", "open", r"shift exponent|left shift of negative"),
    Kind("uninit", "goes on", r"hunt: uninitialised"),
    # Kinds that maymust may come to know: patterns of a kind that it does not know are left out.
    Kind("align", "goes on", r"misaligned"),
    Kind("nonnull", "open", r"declared to never be null"),
    Kind("pointer", "goes on", r"applying .*offset|pointer index expression"),
    Kind("return", "open", r"reached the end of a value-returning"),
    Kind("bool", "goes on", r"not a valid value for type '_Bool'"),
    Kind("enum", "goes on", r"not a valid value for type"),
)
TABLE = {kind.name: kind for kind in _TABLE}
KNOWN = frozenset(KINDS)
ASKS = {**{kind: frozenset({kind}) for kind in KINDS}, **GROUPS}
"""What can be asked for: a kind or a group."""


def unasked(kind: str) -> Unasked:
    """What follows a violation of a kind that is not asked for: of one that is not in the table, nothing is
    known."""
    return TABLE[kind].unasked if kind in TABLE else "open"


def kinds_of(report: str) -> frozenset[str]:
    """The kinds that a native run's report may stand for."""
    return frozenset(kind.name for kind in _TABLE if re.search(kind.reports, report))
