"""How much memory there is behind a pointer: for functions that touch as many bytes as they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.leaves import OBJECT_WIDTH
from maymust.frontends.c.memory_objects import object_size
from maymust.terms import TRUE, Term, and_, constant, eq, implies, less_equal, or_, select, sub

if TYPE_CHECKING:
    from maymust.frontends.c.memory_graph import Ref
    from maymust.frontends.c.regions import Memory


def measured(memory: Memory, ref: Ref, object_: Term, offset: Term, length: Term) -> tuple[Term, Term]:
    """Whether it is known that so many bytes are in the object, and whether they are, if it is not one from
    outside. Requires that the pointer is one to an object that is there."""
    region, known = memory.region(ref), TRUE
    conditions = []
    sizes: dict[int, list[int]] = {}
    for key, number in region.named.items():
        sizes.setdefault(object_size(key), []).append(number)
    for size, numbers in sizes.items():
        is_one = or_(*[eq(object_, constant(number, OBJECT_WIDTH)) for number in numbers])
        conditions.append(implies(is_one, _fits(offset, length, constant(size, memory.word))))
    if region.allocated:
        total = constant(region.size or 0, memory.word)
        if region.sizes is not None:
            total = select(region.sizes.term, object_)
        allocated = memory.validity.is_allocated(object_)
        conditions.append(implies(allocated, _fits(offset, length, total)))
    for outside in region.outside:
        total = constant(memory.validity.outside_size(outside), memory.word)
        known = and_(known, implies(memory.validity.is_outside(object_), _fits(offset, length, total)))
    return known, and_(*conditions)


def _fits(offset: Term, length: Term, total: Term) -> Term:
    return and_(less_equal(length, total, signed=False), less_equal(offset, sub(total, length), signed=False))
