"""Passes arguments to variadic functions: those behind the last parameter become one value, a `va_list`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree.va_lists import MOST, OTHER, TAGS, VA_LIST, holder, tag
from maymust.frontends.c.types import CType, IntType
from maymust.terms import ArraySort, BitVecSort, constant, fill, resize, store

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import Declared
    from maymust.ir.program import Variable
    from maymust.terms import Sort, Term

_NUMBER_WIDTH = 64


def packed(low: Lowering, types: list[CType], given: list[Value | None]) -> Value | None:
    """The list of arguments that have been evaluated; None if they are too many."""
    if len(types) > MOST:
        return None
    found = [list(parts) for parts in empty(low)]
    for number, (type_, value) in enumerate(zip(types, given, strict=True)):
        known = tag(type_)
        if known is None or value is None:
            _put(found[TAGS], number, (constant(OTHER, 8),))
            continue
        _put(found[TAGS], number, (constant(known, 8),))
        if isinstance(type_, IntType):
            value = (resize(value[0], _NUMBER_WIDTH, signed=False),)
        _put(found[holder(type_)], number, value)
    return tuple(part for parts in found for part in parts)


def declare(low: Lowering, further: Declared, *, is_passed: bool) -> tuple[Variable, ...]:
    """The parameters for a list of arguments; where none is passed, the list is empty."""
    made = low.declare(further)
    if is_passed:
        return made
    low.locals += made
    terms = [term for parts in empty(low) for term in parts]
    for variable, term in zip(made, terms, strict=True):
        low.assign(variable.term, term, further.place.span)
    return ()


def empty(low: Lowering) -> list[Value]:
    """A list without arguments: the terms of each member."""
    shapes = low.program.shapes
    found: list[Value] = []
    for field in low.program.declarations.types.records.fields(VA_LIST):
        sorts = [part.sort for leaf in shapes.member(field) for part in leaf.parts()]
        found.append(tuple([_zero(sort) for sort in sorts]))
    return found


def _zero(sort: Sort) -> Term:
    if isinstance(sort, ArraySort):
        return fill(constant(0, sort.element), sort.index)
    assert isinstance(sort, BitVecSort)
    return constant(0, sort.width)


def _put(arrays: list[Term], number: int, value: Value) -> None:
    for position, (array, term) in enumerate(zip(arrays, value, strict=True)):
        assert isinstance(array.sort, ArraySort)
        arrays[position] = store(array, constant(number, array.sort.index), term)
