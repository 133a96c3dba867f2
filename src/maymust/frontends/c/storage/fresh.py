"""Fills memory that comes to be: all of an object holds anything."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c.memory.regions import roles
from maymust.frontends.c.points_to.graph import Ref
from maymust.frontends.c.storage.access import LARGEST_COPY
from maymust.frontends.c.types import CType, PointerType, size_of
from maymust.ir.memory import UNINITIALISED, Role, Scalar
from maymust.ir.program import Havoc
from maymust.terms import ArraySort, Term, add, bitvec, constant, fill, store

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.memory.targets import MemoryPlace
    from maymust.frontends.c.points_to.graph import Cell
    from maymust.frontends.c.source import Uninitialised
    from maymust.frontends.c.tree.places import Place
    from maymust.ir.program import InputKind

UNSET = {Role.OBJECT: UNINITIALISED, Role.OFFSET: 0, Role.TAG: 0}
"""What the variables of a cell are that holds anything, but for its bits."""


def save_unknown(
    low: Emitter, target: MemoryPlace, size: int, name: str, place: Place, origin: Uninitialised
) -> None:
    """The first `size` bytes of an object, all of it if it is the only one of its region, hold anything,
    pointers nothing valid."""
    origin = replace(origin, size=size)

    def unknown(role: Role, start: int, width: int) -> Term:
        if role is not Role.VALUE:
            return constant(UNSET[role], width)
        held = low.temporary(bitvec(width), name)
        part = Scalar("", "integer", start, width)
        low.graph.emit(Havoc(held, name, _kind(origin)), place.span, replace(origin, part=part))
        return held

    region = low.program.memory.region(target.ref)
    if region.single:
        for cell in list(region.node.cells.values()):
            width = 8 if cell.in_bytes else cell.width
            starts = occurrences(low, target.ref, cell, 8 * size) if size <= LARGEST_COPY else []
            at = origin.initialiser_at if starts else None
            part = Scalar("", "integer", starts[0] if starts else 0, width)
            offsets = tuple([start // 8 for start in starts])
            _, variables = low.program.memory.cell(Ref(region.node, cell.start))
            for role, variable in zip(roles(cell), variables, strict=True):
                held = replace(origin, name=name, initialiser_at=at, part=part, offsets=offsets)
                _make_unknown(low, role, variable.term, place, held)
    else:
        _save_everywhere(low, target, size, place, unknown)


def is_cell(low: Emitter, target: MemoryPlace, type_: CType) -> bool:
    """Whether a scalar in memory is a cell of its own, or is never accessed."""
    cell = low.program.memory.points.graph.find_cell(target.ref)
    if cell is None:
        return True
    pointer = isinstance(type_, PointerType)
    return (
        not cell.in_bytes and 8 * (size_of(type_) or 0) == cell.width and pointer == (cell.target is not None)
    )


def _make_unknown(low: Emitter, role: Role, held: Term, place: Place, origin: Uninitialised) -> None:
    """All of a variable in which a cell of a single object lives."""
    if role is Role.VALUE:
        low.graph.emit(Havoc(held, origin.name, _kind(origin)), place.span, origin)
    elif isinstance(held.sort, ArraySort):
        low.assign(held, fill(constant(UNSET[role], held.sort.element), held.sort.index), place.span)
    else:
        low.assign(held, constant(UNSET[role], held.width), place.span)


def _kind(origin: Uninitialised) -> InputKind:
    return "call" if origin.filled else "uninitialised"


def _save_everywhere(
    low: Emitter, target: MemoryPlace, size: int, place: Place, value: Callable[[Role, int, int], Term]
) -> None:
    memory = low.program.memory
    if size > LARGEST_COPY:
        low.unmodelled("large object beside others", place)
        return
    node = memory.region(target.ref).node
    for cell in list(node.cells.values()):
        if memory.is_unclear(Ref(node, cell.start)):
            continue  # whatever accesses it is not modelled
        for start in occurrences(low, target.ref, cell, 8 * size):
            ref = target.ref.moved(start)
            index = memory.index(ref, target.object, add(target.offset, constant(start // 8, memory.word)))
            for role, variable in zip(roles(cell), memory.cell(ref)[1], strict=True):
                held = variable.term
                width = held.sort.element if isinstance(held.sort, ArraySort) else held.width
                new = value(role, start, width)
                low.assign(held, new if index is None else store(held, index, new), place.span)


def occurrences(low: Emitter, ref: Ref, cell: Cell, size: int) -> list[int]:
    """Where in the `size` bits from a place on a cell lies: every byte of it, if it is in bytes."""
    graph = low.program.memory.points.graph
    step = 8 if cell.in_bytes else cell.width
    start = (cell.start - graph.resolve(ref).offset) % 8 if not cell.in_bytes else 0
    return [
        position
        for position in range(start, size, 8)
        if position + step <= size and _lies_at(graph.resolve(ref.moved(position)).offset, cell)
    ]


def _lies_at(offset: int, cell: Cell) -> bool:
    return cell.start <= offset < cell.end if cell.in_bytes else offset == cell.start
