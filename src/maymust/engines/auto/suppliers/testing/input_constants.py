"""Finds the constants of the program that an input is compared with, be it after copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import Term, postorder
from maymust.terms import operators as ops
from maymust.terms.float_operators import FLOAT_COMPARISONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.ir.transitions import TransitionSystem

_COMPARISONS = frozenset((ops.EQ, ops.SLT, ops.ULT)) | FLOAT_COMPARISONS
_CONVERSIONS = (ops.ZEXT, ops.SEXT, ops.EXTRACT)
_MOST = 64  # for each node


def constants_by_node(system: TransitionSystem) -> dict[str, tuple[int, ...]]:
    """For each node the constants that what it reads may meet in a comparison: a guess."""
    compared = _compared(system)
    copies: dict[Term, dict[Term, None]] = {}
    for transition in system.transitions:
        for variable, value in transition.updates.items():
            copies.setdefault(_origin(value), {})[variable] = None
    met: dict[str, dict[int, None]] = {}
    for transition in system.transitions:
        for read in transition.inputs:
            found = met.setdefault(read.node, {})
            for holder in _reached(read.variable, copies):
                found.update(dict.fromkeys(compared.get(holder, ())))
    return {node: tuple(found)[:_MOST] for node, found in met.items()}


def _compared(system: TransitionSystem) -> dict[Term, dict[int, None]]:
    """The constants beside each variable, in the order of the program."""
    result: dict[Term, dict[int, None]] = {}
    for part in postorder([x for t in system.transitions for x in (*t.guard, *t.updates.values())]):
        if part.op not in _COMPARISONS:
            continue
        left, right = part.args
        for side, other in ((left, right), (right, left)):
            if side.value is not None and other.width:
                for variable in sorted(other.free):
                    result.setdefault(variable, {})[side.value] = None
    return result


def _origin(value: Term) -> Term:
    while value.op in _CONVERSIONS:
        value = value.args[0]
    return value


def _reached(variable: Term, copies: dict[Term, dict[Term, None]]) -> Iterable[Term]:
    seen = {variable: None}
    work = [variable]
    while work:
        for copy in copies.get(work.pop(), ()):
            if copy not in seen:
                seen[copy] = None
                work.append(copy)
    return seen
