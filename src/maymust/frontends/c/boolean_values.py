"""`_Bool` objects that hold something else than 0 or 1: bytes were stored there by other means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.checks import check
from maymust.frontends.c.storage import MemoryPlace
from maymust.frontends.c.types import IntType
from maymust.terms import constant, implies, less, less_equal, select

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.storage import Target, Value
    from maymust.frontends.c.tree import Expression


def check_read(low: Lowering, expression: Expression, target: Target, value: Value) -> None:
    """This value was read from an lvalue. A plain variable is only ever set to 0 or 1; a union is bits."""
    type_, place = expression.type, expression.place
    if "bool" not in low.program.checks.asked or not isinstance(type_, IntType) or not type_.boolean:
        return
    (held,) = value
    if held.width == 1 or low.dead or not place.unit.is_users(place.cursor):
        return
    if isinstance(target, MemoryPlace):
        _assume_from_outside(low, target, expression)
    elif target.window is None:
        return
    bad = less(constant(1, held.width), held, signed=False)
    check(low, "bool", bad, "read of a _Bool that is neither 0 nor 1", place)


def _assume_from_outside(low: Lowering, target: MemoryPlace, expression: Expression) -> None:
    """What objects from outside held at the start was 0 or 1."""
    memory = low.program.memory
    if not memory.region(target.ref).outside or memory.is_unclear(target.ref):
        return
    known = memory.known_offset(target.ref)
    offset = target.offset if known is None else constant(known, target.offset.width)
    index = memory.index(target.ref, target.object, offset)
    if index is not None:
        first = select(memory.initial(target.ref).term, index)
        fits = less_equal(first, constant(1, first.width), signed=False)
        low.require(implies(memory.validity.is_outside(target.object), fits), expression.place.span)
