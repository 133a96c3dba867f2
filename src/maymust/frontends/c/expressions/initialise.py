"""Gives objects their initial values: zero, lists of initialisers, strings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c.expressions import conversions
from maymust.frontends.c.expressions.watching import watch
from maymust.frontends.c.memory.targets import Value
from maymust.frontends.c.storage.access import save
from maymust.frontends.c.storage.bits import refuse_unknown_bits, with_bits, with_leaves
from maymust.frontends.c.storage.leaf_values import element, element_start, elements_of
from maymust.frontends.c.storage.padding import anything, copied
from maymust.frontends.c.tree.expressions import ElementRange, InitList, Text
from maymust.frontends.c.tree.leaves import Leaf, index_width
from maymust.frontends.c.types import ArrayType, CType, IntType, RecordType, size_of
from maymust.frozen import frozen
from maymust.ir.memory import OBJECT_WIDTH
from maymust.terms import ArraySort, BitVecSort, Term, constant, fill, make, resize, select, store
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Target
    from maymust.frontends.c.tree.expressions import Expression, Path
    from maymust.frontends.c.tree.places import Place


def initialise(low: Lowering, target: Target, type_: CType, initialiser: Expression, place: Place) -> None:
    """An object gets its initial value."""
    source: Target | None = None
    if isinstance(type_, RecordType):
        source, value = low.record(initialiser)
    else:
        value = initial_value(low, type_, initialiser)
    if value is not None and not low.dead:
        padding = copied(low, target, source, type_, place)
        leaves = (*low.program.shapes.leaves(type_), *padding.leaves)
        save(low, target, leaves, (*value, *padding.value), place)


def initial_value(low: Lowering, type_: CType, initialiser: Expression) -> Value | None:
    """The value of an object that is initialised so; None where the path has ended."""
    if isinstance(initialiser, Text) and isinstance(type_, ArrayType):
        return text_value(low, type_, initialiser.data)
    if isinstance(initialiser, InitList):
        return list_value(low, initialiser)
    value = low.value_of(initialiser)
    return None if value is None or low.dead else conversions.converted(low, initialiser, value, type_)


def zero_value(low: Lowering, type_: CType) -> Value:
    """Zero of a type, null where it has pointers."""
    found: list[Term] = []
    for part in low.program.shapes.parts(type_):
        if isinstance(part.sort, BitVecSort):
            found.append(constant(0, part.sort.width))
        else:
            assert isinstance(part.sort, ArraySort)
            found.append(fill(constant(0, part.sort.element), part.sort.index))
    return tuple(found)


def text_value(low: Lowering, type_: ArrayType, data: bytes) -> Value:
    """A string literal as the value of an array."""
    (result,) = zero_value(low, type_)
    width = index_width(type_.count or 0)
    size = size_of(type_.element) or 1
    for k in range(min(len(data) // size, type_.count or 0)):
        number = int.from_bytes(data[k * size : (k + 1) * size], "little")
        if number:
            result = store(result, constant(k, width), constant(number, 8 * size))
    return (result,)


def list_value(low: Lowering, initialiser: InitList) -> Value | None:
    """The value of a list: zero, and its items one after the other."""
    with watch(low, low.effects.clashes.among(initialiser.values), initialiser.place):
        return _watched_value(low, initialiser)


def _watched_value(low: Lowering, initialiser: InitList) -> Value | None:
    if low.dead:
        return None
    if not isinstance(initialiser.type, ArrayType | RecordType):
        items = initialiser.items
        return (
            initial_value(low, initialiser.type, items[0].value)
            if items
            else zero_value(low, initialiser.type)
        )
    result = list(zero_value(low, initialiser.type))
    for item in initialiser.items:
        part = _part_type(low, initialiser.type, item.path)
        new = initial_value(low, part, item.value)
        if new is None or low.dead:
            return None
        if _is_in_union(low, initialiser.type, item.path):
            refuse_unknown_bits(low, low.program.shapes.leaves(part), new, initialiser.place)
        _put(low, result, initialiser, item.path, part, new)
    return tuple(result)


def _step_type(low: Lowering, type_: CType, step: int | ElementRange) -> CType:
    if isinstance(type_, ArrayType):
        return type_.element
    assert isinstance(type_, RecordType) and isinstance(step, int)
    return low.program.declarations.types.records.fields(type_)[step].type


def _part_type(low: Lowering, type_: CType, path: Path) -> CType:
    for step in path:
        type_ = _step_type(low, type_, step)
    return type_


def _is_in_union(low: Lowering, type_: CType, path: Path) -> bool:
    for step in path:
        if isinstance(type_, RecordType) and type_.union:
            return True
        type_ = _step_type(low, type_, step)
    return False


def _put(
    low: Lowering, result: list[Term], initialiser: InitList, path: Path, part: CType, new: Value
) -> None:
    """Replaces the terms of a part of a value."""
    shapes = low.program.shapes
    inner: CType = initialiser.type
    leaves = shapes.leaves(inner)
    first = 0
    chosen: list[tuple[int, int]] = []
    for depth, step in enumerate(path):
        if isinstance(inner, RecordType) and inner.union:
            position = sum(len(leaf.parts()) for leaf in leaves[:first])
            words = leaves[first : first + len(shapes.leaves(inner))]
            elements = _starts(words[0], chosen)
            for inside in (
                *_left_open(low, inner, path[depth:], initialiser.place),
                _in_union(low, inner, path[depth:], shapes.leaves(part), new),
            ):
                if shapes.has_words(inner):
                    _put_in_words(result, position, words, elements, inside)
                else:
                    result[position] = _put_in_bits(result[position], words[0], elements, inside)
            return
        if isinstance(inner, ArrayType):
            chosen.append((step.low, step.high) if isinstance(step, ElementRange) else (step, step))
        else:
            assert isinstance(inner, RecordType) and isinstance(step, int)
            first += shapes.before(low.program.declarations.types.records.fields(inner)[step])
        inner = _step_type(low, inner, step)
    position = sum(len(leaf.parts()) for leaf in leaves[:first])
    used = 0
    for outer, leaf in zip(leaves[first:], shapes.leaves(part), strict=False):
        for _ in leaf.parts():
            old, value = result[position], new[used]
            if outer.width < leaf.width:  # a bit-field
                value = resize(value, outer.width, signed=False)
            result[position] = _replaced(old, outer, leaf, chosen, value)
            position, used = position + 1, used + 1


@frozen
class _InUnion:
    """A value with these leaves, at each of these offsets in a union, in bits."""

    starts: list[int]
    leaves: tuple[Leaf, ...]
    value: Value


def _in_union(low: Lowering, type_: CType, path: Path, leaves: tuple[Leaf, ...], new: Value) -> _InUnion:
    """A value for a part of a union."""
    starts = [0]
    for step in path:
        if isinstance(type_, ArrayType):
            stride = 8 * (size_of(type_.element) or 0)
            chosen = range(step.low, step.high + 1) if isinstance(step, ElementRange) else [step]
            starts = [start + k * stride for start in starts for k in chosen]
        else:
            assert isinstance(type_, RecordType) and isinstance(step, int)
            field = low.program.declarations.types.records.fields(type_)[step]
            starts = [start + field.offset for start in starts]
            if field.bits is not None:
                leaves = (replace(leaves[0], width=field.bits),)
                new = (resize(new[0], field.bits, signed=False),)
        type_ = _step_type(low, type_, step)
    return _InUnion(starts, leaves, new)


def _left_open(low: Lowering, type_: CType, path: Path, place: Place) -> list[_InUnion]:
    """What is beside the members of unions that a path goes through becomes anything (C11 6.2.6.1p7); but not
    in objects that are there from the start, whose bytes are those of a file."""
    found: list[_InUnion] = []
    outer = type_
    for depth, step in enumerate(path):
        if isinstance(type_, RecordType) and type_.union and low.function is not None:
            assert isinstance(step, int)
            field = low.program.declarations.types.records.fields(type_)[step]
            given = field.bits if field.bits is not None else 8 * (size_of(field.type) or 0)
            width = 8 * (size_of(type_) or 0) - given
            if width > 0:
                beside = Leaf("", IntType(width, signed=False), given, width)
                value = (anything(low, width, place),)
                found.append(_in_union(low, outer, path[:depth], (beside,), value))
        type_ = _step_type(low, type_, step)
    return found


def _put_in_bits(old: Term, outer: Leaf, elements: list[int], inside: _InUnion) -> Term:
    """Replaces a part of some unions, in an array of them or one alone."""
    for number in elements:
        place = constant(number, index_width(outer.count))
        bits = select(old, place) if outer.dimensions else old
        for start in inside.starts:
            bits = with_leaves(bits, constant(start, 32), inside.leaves, inside.value)
        old = store(old, place, bits) if outer.dimensions else bits
    return old


def _put_in_words(
    result: list[Term], position: int, words: tuple[Leaf, ...], elements: list[int], inside: _InUnion
) -> None:
    """As `_put_in_bits`, of unions with pointers, whose words begin at a position of a value."""
    size = words[0].width
    used = 0
    for leaf in inside.leaves:
        parts = inside.value[used : used + len(leaf.parts())]
        used += len(parts)
        for start in inside.starts:
            for k in elements_of(leaf):
                at = start + leaf.start + element_start(leaf, k)
                value = tuple([element(leaf, part, k) for part in parts])
                if len(value) == 2:
                    _put_word(result, position + at // size * 2, words[0], elements, value)
                    continue
                done = 0
                while done < leaf.width:  # piece by piece, as it lies in words
                    number, within = divmod(at + done, size)
                    length = min(leaf.width - done, size - within)
                    piece = make(ops.EXTRACT, (value[0],), (done + length - 1, done))
                    _put_piece(result, position + number * 2, words[number], elements, within, piece)
                    done += length


def _put_word(result: list[Term], at: int, word: Leaf, elements: list[int], value: Value) -> None:
    for offset, new in enumerate(value):
        result[at + offset] = _replaced_in(result[at + offset], word, elements, [new] * len(elements))


def _put_piece(
    result: list[Term], at: int, word: Leaf, elements: list[int], within: int, piece: Term
) -> None:
    """Some bits of a word are data: it is no pointer to an object then."""
    bits = at + len(word.parts()) - 1
    old = [_element_of(result[bits], word, number) for number in elements]
    new = [with_bits(term, constant(within, term.width), piece) for term in old]
    if bits != at:
        nothing = constant(0, OBJECT_WIDTH)
        result[at] = _replaced_in(result[at], word, elements, [nothing] * len(elements))
    result[bits] = _replaced_in(result[bits], word, elements, new)


def _element_of(term: Term, outer: Leaf, number: int) -> Term:
    return select(term, constant(number, index_width(outer.count))) if outer.dimensions else term


def _replaced_in(old: Term, outer: Leaf, elements: list[int], values: list[Term]) -> Term:
    """A part of a leaf with other values of some elements, or of itself if it is in no array."""
    for number, new in zip(elements, values, strict=True):
        old = store(old, constant(number, index_width(outer.count)), new) if outer.dimensions else new
    return old


def _replaced(old: Term, outer: Leaf, leaf: Leaf, chosen: list[tuple[int, int]], value: Term) -> Term:
    if not chosen:
        return value
    count = leaf.count if leaf.dimensions else 1
    for start in _starts(outer, chosen):
        for k in range(count):
            element = select(value, constant(k, index_width(leaf.count))) if leaf.dimensions else value
            old = store(old, constant(start * count + k, index_width(outer.count)), element)
    return old


def _starts(outer: Leaf, chosen: list[tuple[int, int]]) -> list[int]:
    """The numbers of the elements that are chosen in some of the arrays around a leaf."""
    starts = [0]
    for dimension, (low, high) in zip(outer.dimensions, chosen, strict=False):
        starts = [start * dimension.count + k for start in starts for k in range(low, high + 1)]
    return starts
