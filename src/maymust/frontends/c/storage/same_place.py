"""Tells whether two lvalues that are accessed have storage in common, as a term."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c.memory.targets import MemoryPlace, PlainPlace
from maymust.frontends.c.storage.leaf_values import element_start
from maymust.frozen import frozen
from maymust.terms import FALSE, Term, and_, constant, eq, less, resize, sub

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.memory.targets import Target
    from maymust.frontends.c.points_to.graph import Cell
    from maymust.frontends.c.tree.leaves import Leaf

_BYTE = 8


@frozen
class Accessed:
    """What an access is of: a place, and the leaves that lie there. Indices in it are within bounds."""

    target: Target
    leaves: tuple[Leaf, ...]

    @property
    def bits(self) -> range:
        """From the start of the place on."""
        ends = [leaf.start + element_start(leaf, max(leaf.count - 1, 0)) + leaf.width for leaf in self.leaves]
        return range(min(leaf.start for leaf in self.leaves), max(ends))

    def kept(self, keep: Callable[[Term], Term]) -> Accessed:
        """The same, its address in the terms that `keep` gives for those that it has."""
        at = self.target
        if isinstance(at, MemoryPlace):
            return Accessed(replace(at, object=keep(at.object), offset=keep(at.offset)), self.leaves)
        window = None if at.window is None else keep(at.window)
        indices = tuple([keep(index) for index in at.indices])
        return Accessed(replace(at, indices=indices, window=window), self.leaves)


def overlap(low: Emitter, first: Accessed, second: Accessed) -> Term:
    """Whether two accesses touch the same bits."""
    one, other = first.target, second.target
    if isinstance(one, PlainPlace) and isinstance(other, PlainPlace):
        if set(one.terms).isdisjoint(other.terms):
            return FALSE
        found = [_equal(i, j) for i, j in zip(one.indices, other.indices, strict=False)]
        if one.window is not None and other.window is not None:
            found.append(_meet(sub(other.window, one.window), first.bits, second.bits, 1))
        return and_(*found)
    if isinstance(one, MemoryPlace) and isinstance(other, MemoryPlace):
        same = eq(one.object, other.object)
        return and_(same, _in_object(low, first, second, sub(_offset(low, other), _offset(low, one))))
    return FALSE


def _equal(one: Term, other: Term) -> Term:
    """Whether two indices, both not negative, are the same."""
    width = max(one.width, other.width)
    return eq(resize(one, width, signed=False), resize(other, width, signed=False))


def _offset(low: Emitter, place: MemoryPlace) -> Term:
    known = low.program.memory.known_offset(place.ref)
    return place.offset if known is None else constant(known, place.offset.width)


def _in_object(low: Emitter, first: Accessed, second: Accessed, distance: Term) -> Term:
    """Whether two accesses touch the same bits, if they are of one object."""
    cells = _cell(low, first), _cell(low, second)
    if cells[0] is None or cells[1] is None:
        return _meet(distance, first.bits, second.bits, _BYTE)
    return eq(distance, constant(0, distance.width)) if cells[0] is cells[1] else FALSE


def _cell(low: Emitter, accessed: Accessed) -> Cell | None:
    """The cell that an access is of, if it is of one as a whole: then it touches all of it, or nothing."""
    assert isinstance(accessed.target, MemoryPlace)
    if len(accessed.leaves) != 1 or accessed.leaves[0].dimensions:
        return None
    graph = low.program.memory.points.graph
    cell = graph.find_cell(accessed.target.ref.moved(accessed.leaves[0].start))
    return None if cell is None or cell.in_bytes else cell


def _meet(distance: Term, bits: range, behind: range, unit: int) -> Term:
    """Whether some bits, and others that begin so many units further on, have one in common."""
    least = (bits.start - behind.stop) // unit + 1
    most = -((behind.start - bits.stop) // unit) - 1
    count = most - least + 1
    if count <= 0:
        return FALSE
    return less(sub(distance, constant(least, distance.width)), constant(count, distance.width), signed=False)
