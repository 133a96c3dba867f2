"""Checks that a `_Bool` that is read holds 0 or 1. It may hold something else where it was never set, or
where bytes were stored there by other means, perhaps in another object, which was then copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.memory.targets import MemoryPlace
from maymust.frontends.c.properties.doubtful import is_boolean
from maymust.terms import constant, less

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Target, Value
    from maymust.frontends.c.tree.expressions import Expression


def check_read(low: Lowering, expression: Expression, target: Target, value: Value) -> None:
    """This value was read from an lvalue."""
    place = expression.place
    if "bool" not in low.program.checks.asked or not is_boolean(expression.type):
        return
    (held,) = value
    if held.width == 1 or low.dead or not place.unit.is_users(place.cursor):
        return
    is_plain = not isinstance(target, MemoryPlace) and target.window is None
    if is_plain and not low.program.checks.doubtful.has(expression):
        return
    bad = less(constant(1, held.width), held, signed=False)
    check(low, "bool", bad, "read of a _Bool that is neither 0 nor 1", place)
