"""Chooses what C leaves open, but an implementation does in the same way throughout: one input for the whole
run.

Where C only says whether a result is zero (`isalpha`, `isinf`) or which sign it has (`strcmp`), it is the
same for the same arguments. The input is zero for what glibc returns, or a value to be returned everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.types import INT
from maymust.terms import constant, eq, ite, less, neg, sub

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression
    from maymust.frontends.c.tree.places import Place
    from maymust.terms import Term

NONZERO = "__maymust_nonzero"  # of a number that is not zero: an int that C only says so of
ORDER = "__maymust_order"  # of two bytes that differ: an int with the sign of their difference
NAMES = frozenset({NONZERO, ORDER})


def result(low: Lowering, call: CallExpression) -> Value | None:
    """The result of one of these functions, which only models call; None where the path has ended."""
    given = [low.value(argument) for argument in call.arguments]
    if low.dead:
        return None
    if call.function == NONZERO:
        return (nonzero(low, given[0], call.place),)
    first, second = given
    chosen, zero, lowest = _chosen(low, call.place), constant(0, INT.width), constant(1 << 31, INT.width)
    negative = ite(less(chosen, zero, signed=True), chosen, neg(chosen))
    positive = ite(eq(chosen, lowest), constant((1 << 31) - 1, INT.width), neg(negative))
    fixed = ite(less(first, second, signed=True), negative, positive)
    return (ite(eq(chosen, zero), sub(first, second), fixed),)


def nonzero(low: Lowering, usual: Term, place: Place) -> Term:
    """An int that is not zero, of which nothing else is said; `usual` is glibc's."""
    chosen = _chosen(low, place)
    return ite(eq(chosen, constant(0, INT.width)), usual, chosen)


def _chosen(low: Lowering, place: Place) -> Term:
    (term,) = low.parts(low.program.decided_once("left open by C", INT, place))
    return term
