"""Which places in memory can be accessed: what is there, how large it is, and what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.memory.numbers import THERE
from maymust.frontends.c.points_to.objects import object_size
from maymust.frontends.c.tree.expressions import Text
from maymust.frontends.c.types import size_of
from maymust.ir.memory import CODE, OBJECT_WIDTH, OUTSIDE, UNINITIALISED
from maymust.terms import (
    TRUE,
    Term,
    add,
    and_,
    constant,
    eq,
    implies,
    less,
    less_equal,
    make,
    or_,
    select,
    sub,
)
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.memory.regions import Memory, Region
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.points_to.objects import FromOutside


class Validity:
    """Questions about the objects of a program's memory, as terms."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._word = memory.word

    def valid(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        """Whether `size` bytes can be accessed at a place through a pointer whose object is not 0."""
        region = self._memory.region(ref)
        conditions = [
            self.exists(ref, object_),
            self.inside(ref, object_, offset, size),
            self.in_scope(ref, object_),
        ]
        if region.allocated:
            fits = and_(self._fits_allocated(ref, object_, offset, size), self._is_alive(region, object_))
            conditions.append(implies(self.is_allocated(object_), fits))
        return and_(*conditions, self.inside_outside(ref, object_, offset, size))

    def in_scope(self, ref: Ref, object_: Term) -> Term:
        """Whether an object is there, if it is a local variable."""
        return and_(
            *[
                implies(eq(object_, _number(self._memory.number(key))), eq(life.term, THERE))
                for key, life in self._memory.region(ref).lifetimes.items()
            ]
        )

    def not_freed(self, ref: Ref, object_: Term) -> Term:
        """Whether an object is there, if it was allocated."""
        return implies(self.is_allocated(object_), self._is_alive(self._memory.region(ref), object_))

    def inside_allocated(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        """Whether `size` bytes at a place are inside the object, if it was allocated."""
        if not self._memory.region(ref).allocated:
            return TRUE
        return implies(self.is_allocated(object_), self._fits_allocated(ref, object_, offset, size))

    def perhaps_inside(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        """Whether `size` bytes at a place may be inside the object, in or beyond an array within it. What is
        outside by this is out of bounds; `inside` may also fail where the analysis knows too little."""
        region, conditions = self._memory.region(ref), []
        for low, high, total, base in self._runs(region):
            fits = self._in_object(ref, base, offset, size, constant(total, self._word))
            conditions.append(implies(_between(low, object_, high), fits))
        if region.allocated:
            bases = {region.node.objects[key] for key in region.allocated}
            total_ = self._allocated_size(region, object_)
            fits = or_(*[self._in_object(ref, base, offset, size, total_) for base in bases])
            conditions.append(implies(self.is_allocated(object_), fits))
        if region.functions and not self._memory.at_start(ref):
            at_start = eq(offset, constant(0, self._word))
            conditions.append(implies(self.is_code(object_), at_start))  # nobody knows how long they are
        return and_(*conditions)

    def reaches(self, ref: Ref, object_: Term, offset: Term) -> Term:
        """Whether an offset is in the object or at its end; of those from outside, nothing is said here."""
        region, conditions = self._memory.region(ref), []
        for low, high, total, _ in self._runs(region):
            fits = less_equal(offset, constant(total, self._word), signed=False)
            conditions.append(implies(_between(low, object_, high), fits))
        if region.allocated:
            fits = less_equal(offset, self._allocated_size(region, object_), signed=False)
            conditions.append(implies(self.is_allocated(object_), fits))
        if region.functions:
            at_start = eq(offset, constant(0, self._word))
            conditions.append(implies(self.is_code(object_), at_start))
        return and_(*conditions)

    def reaches_outside(self, ref: Ref, object_: Term, offset: Term) -> Term:
        """Whether an offset is in the object or at its end, as far as it is known, if it is outside."""
        sizes = {self.outside_size(kind) for kind in self._memory.region(ref).outside}
        fits = [less_equal(offset, constant(n, self._word), signed=False) for n in sizes]
        return implies(self.is_outside(object_), and_(*fits))

    def inside_outside(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        """Whether `size` bytes at a place are inside the object, as far as it is known, if it is outside."""
        objects = self._memory.region(ref).node.objects
        sizes = [(objects[kind], self.outside_size(kind)) for kind in self._memory.region(ref).outside]
        fits = [self._fits(ref, base, offset, size, constant(n, self._word)) for base, n in sizes]
        return and_(*[implies(self.is_outside(object_), each) for each in fits])

    def outside_size(self, key: FromOutside) -> int:
        """How many bytes an object from outside has. What pointers to no known type point to is as large as
        the program takes it to be."""
        size = size_of(key.type)
        if size is not None:
            return size
        at = self._memory.points.graph.resolve(self._memory.points.object(key))
        if at.node.stride:
            return at.node.stride // 8
        ends = [*[cell.end for cell in at.node.cells.values()], *[fold.end for fold in at.node.folds]]
        return max(0, max(ends, default=0) - at.node.objects[key]) // 8

    def is_literal(self, ref: Ref, object_: Term) -> Term:
        """Whether an object is a string literal."""
        numbers = [
            number for key, number in self._memory.region(ref).named.items() if isinstance(key.what, Text)
        ]
        return or_(*[eq(object_, _number(number)) for number in numbers])

    def is_allocated(self, object_: Term) -> Term:
        """Whether an object was allocated."""
        return _between(self._memory.first_allocated, object_, CODE - 1)

    def is_code(self, object_: Term) -> Term:
        """Whether an object is a function."""
        return _between(CODE, object_, OUTSIDE - 1)

    def is_outside(self, object_: Term) -> Term:
        """Whether an object is one outside."""
        return _between(OUTSIDE, object_, UNINITIALISED - 1)

    def _is_alive(self, region: Region, object_: Term) -> Term:
        return TRUE if region.alive is None else eq(select(region.alive.term, object_), constant(1, 1))

    def _fits_allocated(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        region = self._memory.region(ref)
        total = self._allocated_size(region, object_)
        bases = {region.node.objects[key] for key in region.allocated}
        return and_(*[self._fits(ref, base, offset, size, total) for base in bases])

    def _allocated_size(self, region: Region, object_: Term) -> Term:
        return (
            constant(region.size or 0, self._word)
            if region.sizes is None
            else select(region.sizes.term, object_)
        )

    def exists(self, ref: Ref, object_: Term) -> Term:
        """Whether a pointer was initialised, and points to nothing that is still to be allocated."""
        region = self._memory.region(ref)
        made = less(object_, self._memory.next.term, signed=False)
        if region.allocated and not region.named and not region.outside:
            return made
        known = UNINITIALISED if region.outside else OUTSIDE
        initialised = less(object_, _number(known), signed=False)
        if not region.allocated:
            return initialised
        return and_(initialised, implies(self.is_allocated(object_), made))

    def claimed(self, ref: Ref, object_: Term, offset: Term) -> Term:
        """What the analysis of pointers says about one that can be accessed through: its object is in the
        region, and its offset is the only one, if there is only one."""
        region, at = self._memory.region(ref), self._memory.points.graph.resolve(ref)
        kinds: list[tuple[Term, set[int]]] = [
            (eq(object_, _number(number)), {at.node.objects[key]}) for key, number in region.named.items()
        ]
        if region.allocated:
            bases = {at.node.objects[key] for key in region.allocated}
            kinds.append((and_(self.is_allocated(object_), self._is_alive(region, object_)), bases))
        if region.outside:
            kinds.append((self.is_outside(object_), {at.node.objects[key] for key in region.outside}))
        if not self._memory.claims_offset(ref):
            return or_(*[here for here, _ in kinds])
        return or_(
            *[
                and_(here, eq(offset, constant((at.offset - base) // 8, self._word)))
                for here, bases in kinds
                for base in bases
            ]
        )

    def inside(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        """Whether `size` bytes at a place are inside the object, if that has a name."""
        return and_(
            *[
                implies(
                    _between(low, object_, high),
                    self._fits(ref, base, offset, size, constant(total, self._word)),
                )
                for low, high, total, base in self._runs(self._memory.region(ref))
            ]
        )

    def _fits(self, ref: Ref, base: int, offset: Term, size: int, total: Term) -> Term:
        """Whether `size` bytes lie in an object of `total` bytes that begins at `base` in the layout, and in
        the arrays within it that the place is in."""
        at = self._memory.points.graph.resolve(ref)
        if self._memory.exact(at):
            offset = constant((at.offset - base) // 8, self._word)
        stride = at.node.stride
        position = add(offset, constant((base % stride if stride else base) // 8, self._word))
        if stride:
            position = make(ops.UREM, (position, constant(stride // 8, self._word)))
        conditions = [self._in_object(at, base, offset, size, total)]
        for fold in self._memory.points.graph.folds_around(ref, 8 * size):
            start, room = (
                constant(fold.start // 8, self._word),
                constant(fold.length // 8 - size, self._word),
            )
            distance = sub(position, start)
            conditions.append(less_equal(distance, room, signed=False))
            position = add(start, make(ops.UREM, (distance, constant(fold.stride // 8, self._word))))
        cell = self._memory.points.graph.find_cell(at)
        if cell is not None and cell.arrays and at.offset + 8 * size <= cell.end:
            start, room = (
                constant(cell.start // 8, self._word),
                constant(cell.width // 8 - size, self._word),
            )
            conditions.append(less_equal(sub(position, start), room, signed=False))
        return and_(*conditions)

    def _in_object(self, ref: Ref, base: int, offset: Term, size: int, total: Term) -> Term:
        """Whether `size` bytes lie in an object of `total` bytes that begins at `base` in the layout."""
        at = self._memory.points.graph.resolve(ref)
        if self._memory.exact(at):
            offset = constant((at.offset - base) // 8, self._word)
        length = constant(size, self._word)
        return and_(
            less_equal(length, total, signed=False), less_equal(offset, sub(total, length), signed=False)
        )

    def _runs(self, region: Region) -> list[tuple[int, int, int, int]]:
        """The objects with a name: first and last number, size, and where in the layout they begin."""
        found: list[tuple[int, int, int, int]] = []
        for key, number in sorted(region.named.items(), key=lambda item: item[1]):
            kind = (object_size(key), region.node.objects[key])
            if found and found[-1][2:] == kind and found[-1][1] == number - 1:
                found[-1] = (found[-1][0], number, *kind)
            else:
                found.append((number, number, *kind))
        return found


def _number(value: int) -> Term:
    return constant(value, OBJECT_WIDTH)


def _between(low: int, object_: Term, high: int) -> Term:
    """Whether low <= object <= high."""
    if low == high:
        return eq(object_, _number(low))
    above = TRUE if low <= 1 else less(_number(low - 1), object_, signed=False)
    below = TRUE if high >= UNINITIALISED else less(object_, _number(high + 1), signed=False)
    return and_(above, below)
