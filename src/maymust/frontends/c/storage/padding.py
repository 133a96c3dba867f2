"""What lies between the parts of a structure. It is no part of a value, but it is copied where one object is
assigned to another, as compilers do; else it becomes anything (C11 6.2.6.1p6). That matters only where
something accesses it: cells, or bits of a union, lie there.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from maymust.frontends.c.memory.targets import MemoryPlace, PlainPlace
from maymust.frontends.c.source import HiddenInput
from maymust.frontends.c.storage.access import LARGEST_COPY
from maymust.frontends.c.storage.cells import load_cell
from maymust.frontends.c.storage.plain import load_plain
from maymust.frontends.c.tree.leaves import Leaf
from maymust.frontends.c.types import CType, IntType
from maymust.frozen import frozen
from maymust.ir.program import Havoc
from maymust.terms import Term, bitvec, concat, constant, make
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.memory.targets import Target, Value
    from maymust.frontends.c.tree.places import Place

_BYTE = 8


@frozen
class Padding:
    """Pieces of the padding of an object, and what they become."""

    leaves: tuple[Leaf, ...] = ()
    value: Value = ()


def copied(low: Emitter, target: Target, source: Target | None, type_: CType, place: Place) -> Padding:
    """The padding that an object of the type gets when another is assigned to it, or a value that is in no
    object."""
    gaps = _visible(low, target, type_, place)
    return Padding(gaps, tuple([_held(low, source, gap, place) for gap in gaps]))


def zero(low: Emitter, target: Target, type_: CType, place: Place) -> Padding:
    """The padding of an object of the type that is zero."""
    gaps = _visible(low, target, type_, place)
    return Padding(gaps, tuple([constant(0, gap.width) for gap in gaps]))


def _visible(low: Emitter, target: Target, type_: CType, place: Place) -> tuple[Leaf, ...]:
    """The padding that something may access, in pieces that lie in one cell each."""
    shapes = low.program.shapes
    is_large = any(leaf.count > LARGEST_COPY for leaf in shapes.leaves(type_))  # it cannot be copied at all
    if low.dead or is_large or (isinstance(target, PlainPlace) and target.window is None):
        return ()
    if isinstance(target, PlainPlace):
        return tuple([_gap(start, width) for start, width in shapes.gaps(type_)])
    found: dict[int, int] = {}
    for start, width in shapes.gaps(type_):
        at = start
        while at < start + width:
            begin, end = _piece(low, target, at, start + width, place)
            if begin is not None:
                found[begin] = end - begin
            at = end
    return () if low.dead else tuple([_gap(start, width) for start, width in found.items()])


def _piece(low: Emitter, target: MemoryPlace, at: int, end: int, place: Place) -> tuple[int | None, int]:
    """Bits from `at` on that lie in one cell: where they begin, None if in no cell; and where they end."""
    graph = low.program.memory.points.graph
    cell = graph.find_cell(target.ref.moved(at))
    following = min(end, at - at % _BYTE + _BYTE)
    if cell is None:
        return None, following
    if not cell.in_bytes:
        if cell.target is not None:
            low.unmodelled("padding that holds a pointer", place)
        begin = at - (graph.resolve(target.ref.moved(at)).offset - cell.start)
        return begin, begin + cell.width
    while following < end and graph.find_cell(target.ref.moved(following)) is cell:
        following = min(end, following + _BYTE)
    return at, following


def _held(low: Emitter, source: Target | None, gap: Leaf, place: Place) -> Term:
    """What is held by another object in a piece of padding."""
    if isinstance(source, PlainPlace) and source.window is not None:
        return load_plain(source, (gap,))[0]
    if not isinstance(source, MemoryPlace):
        return anything(low, gap.width, place)
    at, end, whole = gap.start, gap.start + gap.width, list[Term]()
    while at < end:
        held = _from(low, source, at, end, place)
        whole.append(held)
        at += held.width
    return reduce(lambda below, above: concat(above, below), whole)


def _from(low: Emitter, source: MemoryPlace, at: int, end: int, place: Place) -> Term:
    """What is held from one bit up to another, or some of the first of those bits."""
    graph = low.program.memory.points.graph
    cell = graph.find_cell(source.ref.moved(at))
    following = min(end, at - at % _BYTE + _BYTE)
    if cell is None or (cell.target is not None and not cell.in_bytes):
        return anything(low, following - at, place)
    if cell.in_bytes:
        return load_cell(low, source, _gap(at, following - at), 0, place)[0]
    within = graph.resolve(source.ref.moved(at)).offset - cell.start
    (whole,) = load_cell(low, source, _gap(at - within, cell.width), 0, place)
    return make(ops.EXTRACT, (whole,), (min(cell.width, within + end - at) - 1, within))


def anything(low: Emitter, width: int, place: Place) -> Term:
    """Bits of which nothing is known."""
    held = low.temporary(bitvec(width), "padding")
    if not low.dead:
        low.graph.emit(Havoc(held, "padding", "padding"), place.span, HiddenInput())
    return held


def _gap(start: int, width: int) -> Leaf:
    return Leaf("", IntType(width, signed=False), start, width)
