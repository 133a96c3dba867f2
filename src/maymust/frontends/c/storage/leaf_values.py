"""Takes values of leaves apart: of one that lies in arrays, arrays of its elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree.leaves import Leaf, index_width
from maymust.terms import Term, bitvec, constant, fill, select, store

if TYPE_CHECKING:
    from maymust.frontends.c.memory.targets import Value


def elements_of(leaf: Leaf) -> range:
    """The numbers of the elements of a leaf, which is one if it is in no array."""
    return range(leaf.count if leaf.dimensions else 1)


def gathered(leaf: Leaf, elements: list[Value]) -> Value:
    """The parts of a leaf, whose elements are given."""
    if not leaf.dimensions:
        return elements[0]
    width = index_width(leaf.count)
    found = [fill(constant(0, w), width) for w in part_widths(leaf)]
    for k, element in enumerate(elements):
        found = [store(term, constant(k, width), new) for term, new in zip(found, element, strict=True)]
    return tuple(found)


def element(leaf: Leaf, term: Term, k: int) -> Term:
    """The k-th element of a part of a leaf."""
    return select(term, constant(k, index_width(leaf.count))) if leaf.dimensions else term


def element_start(leaf: Leaf, k: int) -> int:
    """How many bits behind the first element the k-th one begins."""
    start = 0
    for dimension in reversed(leaf.dimensions):
        start += k % dimension.count * dimension.stride
        k //= dimension.count
    return start


def part_widths(leaf: Leaf) -> list[int]:
    """The widths of the parts of one element."""
    scalar = Leaf(leaf.name, leaf.type, leaf.start, leaf.width)
    return [part.sort.width for part in scalar.parts() if part.sort is bitvec(part.sort.width)]  # type: ignore[union-attr]
