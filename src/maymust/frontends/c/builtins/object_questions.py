"""Answers what models and rules ask about objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.ir.memory import OBJECT_WIDTH, UNINITIALISED
from maymust.terms import and_, constant, eq, ite, ne

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression


def same_object(low: Lowering, call: CallExpression) -> Value | None:
    """Whether two pointers are to the same object."""
    first, second = (low.pointer(argument) for argument in call.arguments)
    if first is None or second is None:
        return None
    points = low.program.memory.points
    nodes = {points.graph.resolve(ref).node for argument in call.arguments for ref in points.value(argument)}
    if len(nodes) > 1:
        return (constant(0, 32),)  # they are in different regions
    return (ite(eq(first[0], second[0]), constant(1, 32), constant(0, 32)),)


def watched_place(low: Lowering, call: CallExpression) -> Value | None:
    """The object or the offset of a pointer, or whether it is to the place that a rule watches.

    Unlike `==`, this does not depend on what lies beside what, or where something has been before: rules
    speak of objects. An uninitialised pointer leads to none, and null is null at any offset."""
    name, pointer = call.function, low.pointer(call.arguments[-1])
    if pointer is None:
        return None
    if name != library.RULE_SAME:
        return pointer[:1] if name == library.RULE_OBJECT else pointer[1:]
    place = [low.value(argument) for argument in call.arguments[:-1]]
    compared = 1 if constant(0, OBJECT_WIDTH) in (place[0], pointer[0]) else None
    same = and_(*[eq(one, other) for one, other in zip(place[:compared], pointer[:compared], strict=True)])
    known = ne(place[0], constant(UNINITIALISED, OBJECT_WIDTH))
    return (ite(and_(same, known), constant(1, 32), constant(0, 32)),)
