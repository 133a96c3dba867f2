"""Reads and writes parts of plain variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.storage.bits import bits_at, refuse_unknown_bits, with_leaves
from maymust.frontends.c.storage.leaf_values import element, element_start, elements_of, gathered
from maymust.frontends.c.tree.leaves import Leaf, index_width
from maymust.terms import Term, add, constant, make, resize, select, store
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.memory.targets import Changes, PlainPlace, Value
    from maymust.frontends.c.tree.places import Place


def load_plain(target: PlainPlace, leaves: tuple[Leaf, ...]) -> Value:
    """The value of a part that has these leaves."""
    found: list[Term] = []
    if target.window is not None:
        whole = _selected(target, target.leaves[0], target.terms[0], None, 0)
        for leaf in leaves:
            starts = [_bit_offset(target, leaf, k) for k in elements_of(leaf)]
            found += gathered(leaf, [(bits_at(whole, start, leaf.width),) for start in starts])
        return tuple(found)
    position = 0
    for outer, leaf in zip(target.leaves, leaves, strict=True):
        terms = target.terms[position : position + len(outer.parts())]
        position += len(terms)
        if not target.indices:
            found += terms
        else:
            numbers = elements_of(leaf)
            chosen = [tuple([_selected(target, outer, term, leaf, k) for term in terms]) for k in numbers]
            found += gathered(leaf, chosen)
    return tuple(found)


def save_plain(
    low: Emitter, target: PlainPlace, leaves: tuple[Leaf, ...], value: Value, place: Place
) -> None:
    """The part that has these leaves gets a value."""
    span = place.span
    if target.window is not None:
        refuse_unknown_bits(low, leaves, value, place)
        whole = _selected(target, target.leaves[0], target.terms[0], None, 0)
        whole = with_leaves(whole, target.window, leaves, value)
        low.assign(target.terms[0], _updated(target, target.leaves[0], target.terms[0], None, 0, whole), span)
        return
    position = 0
    changes: Changes = {}
    for outer, leaf in zip(target.leaves, leaves, strict=True):
        for _ in outer.parts():
            variable, new = target.terms[position], value[position]
            position += 1
            if target.indices:
                updated = variable
                for k in elements_of(leaf):
                    updated = _updated(target, outer, updated, leaf, k, element(leaf, new, k))
                new = updated
            changes[variable] = new
    low.assign_together(changes, span)


def _index(target: PlainPlace, outer: Leaf, leaf: Leaf | None, k: int) -> Term | None:
    """The index of the k-th element of `leaf`, a part of the element of `outer` that is meant."""
    if not outer.dimensions:
        return None
    width = index_width(outer.count)
    index = constant(0, width)
    for dimension, chosen in zip(outer.dimensions, target.indices, strict=False):
        index = add(_times(index, dimension.count), resize(chosen, width, signed=False))
    return add(_times(index, leaf.count if leaf is not None and leaf.dimensions else 1), constant(k, width))


def _times(term: Term, factor: int) -> Term:
    return make(ops.MUL, (term, constant(factor, term.width)))


def _selected(target: PlainPlace, outer: Leaf, term: Term, leaf: Leaf | None, k: int) -> Term:
    index = _index(target, outer, leaf, k)
    return term if index is None else select(term, index)


def _updated(target: PlainPlace, outer: Leaf, term: Term, leaf: Leaf | None, k: int, new: Term) -> Term:
    index = _index(target, outer, leaf, k)
    return new if index is None else store(term, index, new)


def _bit_offset(target: PlainPlace, leaf: Leaf, k: int) -> Term:
    assert target.window is not None
    return add(target.window, constant(leaf.start + element_start(leaf, k), target.window.width))
