"""Reading and writing cells of memory.

A cell is one variable, or two for a pointer: object and offset. Some are arrays of bytes. In a mixed cell
pointers and other data share the bits. There, a word that holds a pointer to an object has that object as its
tag, and the offset as its bits; everything else has the tag 0. The address of an object is not known, so
neither are the bits of a word with a tag if they are looked at as something else than a pointer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c.storage import outside_booleans
from maymust.frontends.c.storage.bits import refuse_unknown_bits, with_bits
from maymust.frontends.c.storage.leaf_values import element_start, part_widths
from maymust.frontends.c.types import PointerType
from maymust.frozen import frozen
from maymust.ir.memory import OBJECT_WIDTH
from maymust.terms import (
    Term,
    add,
    and_,
    complement,
    concat,
    constant,
    eq,
    make,
    ne,
    negation,
    or_,
    select,
    store,
)
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.memory.targets import Changes, MemoryPlace, Value
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.tree.leaves import Leaf
    from maymust.frontends.c.tree.places import Place

_UNCLEAR = "memory from outside that holds pointers and other data"
_ADDRESS = "address as other data"
_NO_OBJECT = constant(0, OBJECT_WIDTH)


def load_cell(low: Emitter, target: MemoryPlace, leaf: Leaf, k: int, place: Place) -> Value:
    """The k-th element of a leaf. Where the path ends, any terms of the right sorts."""
    memory, pointer = low.program.memory, isinstance(leaf.type, PointerType)
    ref, offset = _leaf_place(low, target, leaf, k)
    cell, variables = memory.cell(ref)
    if memory.is_unclear(ref):
        low.unmodelled(_UNCLEAR, place)
        return tuple([constant(0, width) for width in part_widths(leaf)])
    outside_booleans.assume(low, leaf, ref, target.object, offset, place)
    terms = tuple([v.term for v in variables])
    if cell.in_bytes:
        first, count = leaf.start % 8, _byte_count(leaf)
        span = _Bytes(low, ref, target.object, offset, count)
        whole = span.load(terms[-1])
        if pointer:
            low.refuse(negation(span.aligned()), "pointer across two words", place)
            return select(terms[0], span.words()[0]), whole
        if cell.mixed:
            low.refuse(span.tagged(terms[0]), _ADDRESS, place)
        return (make(ops.EXTRACT, (whole,), (first + leaf.width - 1, first)),)
    index = memory.index(ref, target.object, offset)
    if index is not None:
        terms = tuple([select(term, index) for term in terms])
    if cell.mixed and not pointer:
        low.refuse(ne(terms[0], _NO_OBJECT), _ADDRESS, place)
        return terms[1:]
    if pointer and not cell.mixed and index is not None:
        low.note_loaded_pointer(ref, target.object, index, terms[0], place.span)
    return terms


def save_cell(
    low: Emitter, changes: Changes, target: MemoryPlace, leaf: Leaf, k: int, value: Value, place: Place
) -> None:
    """Adds to the changes what the k-th element of a leaf becomes."""
    memory, pointer = low.program.memory, isinstance(leaf.type, PointerType)
    ref, offset = _leaf_place(low, target, leaf, k)
    if memory.points.graph.find_cell(ref) is None:
        return  # nothing ever reads it
    cell, variables = memory.cell(ref)
    if memory.is_unclear(ref):
        low.unmodelled(_UNCLEAR, place)
        return
    if cell.shows_bits and not pointer:
        refuse_unknown_bits(low, (replace(leaf, dimensions=()),), value, place)
    if cell.in_bytes:
        span = _Bytes(low, ref, target.object, offset, _byte_count(leaf))
        if cell.mixed:
            tags = changes.get(variables[0].term, variables[0].term)
            changes[variables[0].term] = span.tag(tags, value[0] if pointer else None, place)
        memory_before = changes.get(variables[-1].term, variables[-1].term)
        new = value[-1]
        if leaf.start % 8 or leaf.width % 8:
            old = span.load(memory_before)
            new = with_bits(old, constant(leaf.start % 8, old.width), new)
        changes[variables[-1].term] = span.store(memory_before, new)
        return
    index = memory.index(ref, target.object, offset)
    parts = value if pointer or not cell.mixed else (_NO_OBJECT, *value)
    for variable, new in zip(variables, parts, strict=True):
        before = changes.get(variable.term, variable.term)
        changes[variable.term] = new if index is None else store(before, index, new)


@frozen
class _Bytes:
    """So many bytes from an offset of an object on, in a cell of bytes."""

    low: Emitter
    ref: Ref
    object: Term
    offset: Term
    count: int

    def load(self, memory: Term) -> Term:
        """Their value."""
        whole = select(memory, self._index(0))
        for n in range(1, self.count):
            whole = concat(select(memory, self._index(n)), whole)
        return whole

    def store(self, memory: Term, new: Term) -> Term:
        """The memory in which they have another value."""
        for n in range(self.count):
            byte = make(ops.EXTRACT, (new,), (8 * n + 7, 8 * n))
            memory = store(memory, self._index(n), byte)
        return memory

    def aligned(self) -> Term:
        """Whether they begin where a word does."""
        word = constant(self._word - 1, self.offset.width)
        return eq(make(ops.BAND, (self.offset, word)), constant(0, self.offset.width))

    def words(self) -> list[Term]:
        """The indices of the words that they touch; the last two may be the same."""
        mask = complement(constant(self._word - 1, self.offset.width))
        touched = [*range(0, self.count - 1, self._word), self.count - 1]
        starts = [make(ops.BAND, (self._moved(n), mask)) for n in touched]
        found = dict.fromkeys([self._at(start) for start in starts])
        return list(found)

    def tagged(self, tags: Term) -> Term:
        """Whether one of the words holds a pointer to an object."""
        return or_(*[ne(select(tags, word), _NO_OBJECT) for word in self.words()])

    def tag(self, tags: Term, object_: Term | None, place: Place) -> Term:
        """The tags when a pointer to an object, or None for other data, is stored. The path ends where a part
        of a pointer is overwritten."""
        if object_ is not None:
            self.low.refuse(negation(self.aligned()), "pointer across two words", place)
            return store(tags, self.words()[0], object_)
        partly = self.tagged(tags)
        if self.count % self._word == 0:
            partly = and_(partly, negation(self.aligned()))
        self.low.refuse(partly, "part of a pointer is overwritten", place)
        if self.count % self._word == 0:
            for word in self.words():
                tags = store(tags, word, _NO_OBJECT)
        return tags

    @property
    def _word(self) -> int:
        return self.low.program.memory.word // 8

    def _moved(self, n: int) -> Term:
        return add(self.offset, constant(n, self.offset.width))

    def _index(self, n: int) -> Term:
        return self._at(self._moved(n))

    def _at(self, offset: Term) -> Term:
        index = self.low.program.memory.index(self.ref, self.object, offset)
        assert index is not None
        return index


def _byte_count(leaf: Leaf) -> int:
    return (leaf.start % 8 + leaf.width + 7) // 8


def _leaf_place(low: Emitter, target: MemoryPlace, leaf: Leaf, k: int) -> tuple[Ref, Term]:
    """Where the k-th element of a leaf is, and its offset in the object."""
    start = leaf.start + element_start(leaf, k)
    ref = target.ref.moved(start)
    known = low.program.memory.known_offset(ref)
    if known is not None:
        return ref, constant(known, target.offset.width)
    return ref, add(target.offset, constant(start // 8, target.offset.width))
