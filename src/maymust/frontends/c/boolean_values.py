"""`_Bool` objects that hold something else than 0 or 1: bytes were stored there by other means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.checks import check
from maymust.frontends.c.storage import MemoryPlace
from maymust.frontends.c.types import IntType, VoidType
from maymust.terms import constant, implies, less, less_equal, select

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.leaves import Shapes
    from maymust.frontends.c.storage import Target, Value
    from maymust.frontends.c.tree import Expression
    from maymust.frontends.c.types import CType


def check_read(low: Lowering, expression: Expression, target: Target, value: Value) -> None:
    """This value was read from an lvalue. A plain variable is only ever set to 0 or 1; a union is bits."""
    type_, place = expression.type, expression.place
    if not isinstance(type_, IntType) or not type_.boolean:
        return
    (held,) = value
    if held.width == 1 or low.dead or not place.unit.is_users(place.cursor):
        return
    if isinstance(target, MemoryPlace):
        _assume_from_outside(low, target, expression)
    elif target.window is None:
        return
    if "bool" in low.program.checks.asked:
        bad = less(constant(1, held.width), held, signed=False)
        check(low, "bool", bad, "read of a _Bool that is neither 0 nor 1", place)


def _assume_from_outside(low: Lowering, target: MemoryPlace, expression: Expression) -> None:
    """What objects from outside held at the start was 0 or 1, if they have such members."""
    memory = low.program.memory
    outside = memory.region(target.ref).outside
    if not outside or memory.is_unclear(target.ref):
        return
    if not all(_may_have_boolean(low.program.shapes, key.type) for key in outside):
        return
    known = memory.known_offset(target.ref)
    offset = target.offset if known is None else constant(known, target.offset.width)
    index = memory.index(target.ref, target.object, offset)
    if index is not None:
        first = select(memory.initial(target.ref).term, index)
        fits = less_equal(first, constant(1, first.width), signed=False)
        low.require(implies(memory.validity.is_outside(target.object), fits), expression.place.span)


def _may_have_boolean(shapes: Shapes, type_: CType) -> bool:
    """Whether objects behind a pointer to this type may be, or have, a `_Bool`."""
    if isinstance(type_, VoidType) or shapes.obstacle(type_) is not None:
        return True
    return any(isinstance(leaf.type, IntType) and leaf.type.boolean for leaf in shapes.leaves(type_))
