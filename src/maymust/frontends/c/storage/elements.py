"""Goes through all cells of the objects of a region, element by element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.points_to.graph import Ref
from maymust.frontends.c.storage.access import LARGEST_COPY
from maymust.frontends.c.storage.fresh import occurrences
from maymust.terms import add, bitvec, constant, less

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.tree.places import Place
    from maymust.terms import Term

    Act = Callable[[Ref, Term], None]

_MOST_UNROLLED = 16  # elements


def for_each_cell(low: Emitter, ref: Ref, size: Term, place: Place, act: Act) -> None:
    """Does something with every cell of the first `size` bytes of an object that begins at `ref`, given its
    place and offset: in a loop, where `size` is not known or large. Cells behind those bytes, in an element
    that begins before their end or where there are no elements, may be met too: the object may have been
    larger, so they may hold something."""
    memory, span = low.program.memory, place.span
    node = memory.region(ref).node
    if not node.stride:
        ends = [*[cell.end for cell in node.cells.values()], *[fold.end for fold in node.folds]]
        _act_on(low, ref, constant(0, memory.word), max(ends, default=0), place, act)
        return
    step = constant(node.stride // 8, memory.word)
    if isinstance(size.value, int) and size.value * 8 <= _MOST_UNROLLED * node.stride:
        for start in range(0, size.value, node.stride // 8):
            _act_on(low, ref, constant(start, memory.word), node.stride, place, act)
        return
    at = low.temporary(bitvec(memory.word))
    low.assign(at, constant(0, memory.word), span)
    head, body, behind = (low.graph.location() for _ in range(3))
    low.graph.label(head)
    low.graph.split(less(at, size, signed=False), body, behind, span)
    low.graph.at(body)
    _act_on(low, ref, at, node.stride, place, act)
    low.assign(at, add(at, step), span)
    low.graph.jump(head)
    low.graph.at(behind)


def _act_on(low: Emitter, ref: Ref, start: Term, bits: int, place: Place, act: Act) -> None:
    """So many bits from an offset on, where an element begins."""
    memory = low.program.memory
    if bits > 8 * LARGEST_COPY:
        low.unmodelled("copy of a large object", place)
        return
    for cell in list(memory.region(ref).node.cells.values()):
        if memory.is_unclear(Ref(memory.region(ref).node, cell.start)):
            continue  # whatever accesses it is not modelled
        for position in occurrences(low, ref, cell, bits):
            act(ref.moved(position), add(start, constant(position // 8, start.width)))
