"""Lowers `div` and its kin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.types import IntType
from maymust.terms import and_, constant, eq, make
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression


def divide(low: Lowering, call: CallExpression) -> Value | None:
    """The quotient and the remainder."""
    types = {argument.type for argument in call.arguments}
    parts = low.program.shapes.parts(call.type) if low.program.shapes.obstacle(call.type) is None else ()
    given = [low.value(part) for part in call.arguments if isinstance(part.type, IntType)]
    if len(types) != 1 or [part.sort for part in parts] != [term.sort for term in given] or len(given) != 2:
        low.unmodelled(f"`{call.function}` with such arguments", call.place)
        return None
    first, second = given
    lowest = constant(1 << (first.width - 1), first.width)
    check(low, "div", eq(second, constant(0, second.width)), "division by zero", call.place)
    overflow = and_(eq(first, lowest), eq(second, constant(-1, second.width)))
    check(low, "div", overflow, "overflow in a signed division", call.place)
    return make(ops.SDIV, (first, second)), make(ops.SREM, (first, second))
