"""Checks that local variables are set before they are read: a bit for each tells whether it has been set.

Only plain scalars are tracked, and only where it is asked for. Where the bit is evident from the control flow
alone, there is no check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from maymust.frontends.c.emitting import checks
from maymust.frontends.c.emitting.afterwards import Way
from maymust.frontends.c.tree.expressions import Declared, Name
from maymust.ir.program import Assign, Assume, Edge
from maymust.terms import bitvec, constant, eq, negation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.tree.expressions import Expression
    from maymust.ir.source import Span
    from maymust.terms import Term

Step = TypeVar("Step", Edge, Way)


def mark(low: Lowering, declared: Declared, span: Span, *, is_set: bool) -> None:
    """The variable is set, or holds nothing meaningful from here on."""
    if declared in low.program.checks.tracked and not low.dead:
        low.assign(_bit(low, declared), constant(int(is_set), 1), span)


def mark_written(low: Lowering, target: Expression) -> None:
    """What an lvalue designates has been written."""
    if isinstance(target, Name):
        mark(low, target.variable, target.place.span, is_set=True)


def check_read(low: Lowering, expression: Expression) -> None:
    """An lvalue is read."""
    if isinstance(expression, Name) and expression.variable in low.program.checks.tracked:
        bad = _unset(_bit(low, expression.variable))
        checks.check(low, "uninit", bad, "read of an uninitialised variable", expression.place)


def _bit(low: Lowering, declared: Declared) -> Term:
    known = low.set_bits.get(declared)
    if known is None:
        known = low.set_bits[declared] = low.temporary(bitvec(1))
    return known


def _unset(bit: Term) -> Term:
    return eq(bit, constant(0, 1))


def without_evident(edges: tuple[Step, ...], bits: Iterable[Term]) -> tuple[Step, ...]:
    """The edges of a procedure, which begins at 0, or the ways of its code, without those that no path
    crosses, going by what these bits are on it. For each location, `possible` has the bits that may be 0
    there and those that may be 1."""
    order = {bit: 1 << number for number, bit in enumerate(bits)}
    if not order:
        return edges
    tests = {_unset(bit): (mask, 0) for bit, mask in order.items()}
    tests |= {negation(_unset(bit)): (mask, 1) for bit, mask in order.items()}
    outgoing: dict[int, list[Step]] = {}
    for edge in edges:
        outgoing.setdefault(edge.source, []).append(edge)
    everything = (1 << len(order)) - 1
    possible: dict[int, tuple[int, int]] = {0: (everything, everything)}
    crossed: set[Step] = set()
    work = [0]
    while work:
        location = work.pop()
        for edge in outgoing.get(location, ()):
            after = _after(edge, possible[location], order, tests)
            if after is None:
                continue
            crossed.add(edge)
            before = possible.get(edge.target)
            merged = after if before is None else (before[0] | after[0], before[1] | after[1])
            if merged != before:
                possible[edge.target] = merged
                work.append(edge.target)
    return tuple([edge for edge in edges if edge in crossed])


def _after(
    edge: Edge | Way, before: tuple[int, int], order: dict[Term, int], tests: dict[Term, tuple[int, int]]
) -> tuple[int, int] | None:
    """What the bits may be behind an edge; None if it cannot be crossed."""
    sides = list(before)
    match edge.statement:
        case Assign(target=target, value=value) if target in order:
            chosen = value.value
            assert isinstance(chosen, int)
            sides[chosen] |= order[target]
            sides[1 - chosen] &= ~order[target]
        case Assume(condition=condition) if condition in tests:
            mask, side = tests[condition]
            if not sides[side] & mask:
                return None
            sides[1 - side] &= ~mask
    return sides[0], sides[1]
