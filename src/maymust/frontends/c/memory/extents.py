"""Measures how much memory there is behind a pointer, for functions that touch as many bytes as they are
told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.points_to.objects import object_size
from maymust.ir.memory import OBJECT_WIDTH
from maymust.terms import TRUE, Term, and_, constant, eq, implies, ite, less_equal, or_, select, sub

if TYPE_CHECKING:
    from maymust.frontends.c.memory.regions import Memory, Region
    from maymust.frontends.c.points_to.graph import Ref


def measured(memory: Memory, ref: Ref, object_: Term, offset: Term, length: Term) -> tuple[Term, Term]:
    """Whether it is known that so many bytes are in the object, and whether they are, if it is not one from
    outside. Requires that the pointer is one to an object that is there."""
    region, known = memory.region(ref), TRUE
    conditions = []
    for size, numbers in _named_sizes(region).items():
        is_one = _is_one(object_, numbers)
        conditions.append(implies(is_one, _fits(offset, length, constant(size, memory.word))))
    if region.allocated:
        allocated = memory.validity.is_allocated(object_)
        conditions.append(implies(allocated, _fits(offset, length, _allocated_size(memory, region, object_))))
    for outside in region.outside:
        total = constant(memory.validity.outside_size(outside), memory.word)
        known = and_(known, implies(memory.validity.is_outside(object_), _fits(offset, length, total)))
    return known, and_(*conditions)


def size_term(memory: Memory, ref: Ref, object_: Term) -> Term:
    """How many bytes an object of the program's own has."""
    region = memory.region(ref)
    found = _allocated_size(memory, region, object_) if region.allocated else constant(0, memory.word)
    for size, numbers in _named_sizes(region).items():
        found = ite(_is_one(object_, numbers), constant(size, memory.word), found)
    return found


def object_sizes(memory: Memory, ref: Ref) -> set[int | None]:
    """The sizes that the program's own objects of a region have; None for one that varies."""
    region = memory.region(ref)
    found: set[int | None] = set(_named_sizes(region))
    return found | {region.size} if region.allocated else found


def _named_sizes(region: Region) -> dict[int, list[int]]:
    sizes: dict[int, list[int]] = {}
    for key, number in region.named.items():
        sizes.setdefault(object_size(key), []).append(number)
    return sizes


def _is_one(object_: Term, numbers: list[int]) -> Term:
    return or_(*[eq(object_, constant(number, OBJECT_WIDTH)) for number in numbers])


def _allocated_size(memory: Memory, region: Region, object_: Term) -> Term:
    if region.sizes is None:
        return constant(region.size or 0, memory.word)
    return select(region.sizes.term, object_)


def _fits(offset: Term, length: Term, total: Term) -> Term:
    return and_(less_equal(length, total, signed=False), less_equal(offset, sub(total, length), signed=False))
