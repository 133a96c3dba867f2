"""Assumes that a `_Bool` in memory that comes from outside was 0 or 1 at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.types import IntType, VoidType
from maymust.terms import constant, implies, less_equal, select

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.tree.leaves import Leaf, Shapes
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.types import CType
    from maymust.terms import Term


def assume(low: Emitter, leaf: Leaf, ref: Ref, object_: Term, offset: Term, place: Place) -> None:
    """What objects from outside held at the start was 0 or 1, if they have such members, and this leaf, which
    is read there, is one."""
    memory = low.program.memory
    outside = memory.region(ref).outside
    if not outside or leaf.width == 1 or not _is_boolean(leaf) or memory.is_unclear(ref) or low.dead:
        return
    if not all(_may_have_boolean(low.program.shapes, key.type) for key in outside):
        return
    index = memory.index(ref, object_, offset)
    if index is not None:
        first = select(memory.initial(ref).term, index)
        fits = less_equal(first, constant(1, first.width), signed=False)
        low.require(implies(memory.validity.is_outside(object_), fits), place.span)


def _is_boolean(leaf: Leaf) -> bool:
    return isinstance(leaf.type, IntType) and leaf.type.boolean


def _may_have_boolean(shapes: Shapes, type_: CType) -> bool:
    """Whether objects behind a pointer to this type may be, or have, a `_Bool`."""
    if isinstance(type_, VoidType) or shapes.obstacle(type_) is not None:
        return True
    return any(_is_boolean(leaf) for leaf in shapes.leaves(type_))
