"""Reads values that do not come from the program: what is uninitialised, and what comes from outside."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c.source import GlobalInput, InputCall, ParameterInput, Uninitialised
from maymust.frontends.c.storage.leaf_values import elements_of
from maymust.frontends.c.tree.leaves import Leaf, index_width
from maymust.frontends.c.types import CType, IntType, PointerType, size_of
from maymust.ir.memory import OBJECT_WIDTH, OUTSIDE, UNINITIALISED
from maymust.ir.program import Havoc
from maymust.terms import Term, and_, bitvec, constant, eq, fill, is_nonzero, ite, less_equal, ne, or_, store

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.source import Origin
    from maymust.frontends.c.tree.places import Place
    from maymust.ir.memory import Scalar
    from maymust.ir.program import InputKind

_MOST_CHOICES = 16  # elements of an uninitialised array of pointers that are null or not


def read_inputs(
    low: Emitter,
    targets: tuple[Term, ...],
    type_: CType,
    name: str,
    kind: InputKind,
    place: Place,
    origin: Origin,
    *,
    one_bit: bool = False,
) -> None:
    """The variables of a value of this type get inputs; with `one_bit`, a number is 0 or 1, and so is a
    `_Bool` unless it is uninitialised. `origin` is that of the whole."""
    position, whole = 0, origin
    from_outside = kind != "uninitialised"
    for leaf, part in zip(low.program.shapes.leaves(type_), low.program.objects.parts(type_), strict=True):
        boolean = isinstance(leaf.type, IntType) and leaf.type.boolean and leaf.width > 1
        is_number = isinstance(type_, IntType) and (from_outside or not boolean)
        origin = whole if is_number else _origin_of_part(whole, part, size_of(type_) or 0)
        parts = targets[position : position + len(leaf.parts())]
        position += len(parts)
        if isinstance(leaf.type, PointerType):
            _read_pointer(low, parts, leaf, name + leaf.name, kind, place, origin)
        elif leaf.dimensions:
            if boolean and from_outside:
                low.unmodelled("array of _Bool that comes from outside", place)
            low.graph.emit(Havoc(parts[0], name + leaf.name, kind), place.span, origin)
        else:
            is_bit = one_bit or (boolean and from_outside)
            low.read_input(parts[0], name + leaf.name, kind, place.span, origin, one_bit=is_bit)


def _origin_of_part(whole: Origin, part: Scalar, size: int) -> Origin:
    match whole:
        case Uninitialised():
            return replace(whole, part=part, size=size)
        case InputCall() | ParameterInput() | GlobalInput():
            return replace(whole, part=part)
    return whole


def _read_pointer(
    low: Emitter,
    parts: tuple[Term, ...],
    leaf: Leaf,
    name: str,
    kind: InputKind,
    place: Place,
    origin: Origin,
) -> None:
    """An uninitialised pointer is null or invalid. One from outside is null, or points to the beginning of an
    object outside."""
    object_, offset = parts
    span = place.span
    if kind == "uninitialised":
        _leave_unset(low, (object_, offset), leaf, name, place, origin)
        return
    if leaf.dimensions:
        low.unmodelled("array of pointers that comes from outside", place)
        return
    low.graph.emit(Havoc(object_, name, kind), span, origin)
    low.assign(offset, constant(0, offset.width), span)
    low.require(
        or_(
            eq(object_, constant(0, OBJECT_WIDTH)),
            and_(
                less_equal(constant(OUTSIDE, OBJECT_WIDTH), object_, signed=False),
                ne(object_, constant(UNINITIALISED, OBJECT_WIDTH)),
            ),
        ),
        span,
    )


def _leave_unset(
    low: Emitter, parts: tuple[Term, Term], leaf: Leaf, name: str, place: Place, origin: Origin
) -> None:
    """Uninitialised pointers are null or invalid, each on its own. Those of large arrays are invalid: where
    that matters, the path may end."""
    object_, offset = parts
    invalid, zero = constant(UNINITIALISED, OBJECT_WIDTH), constant(0, low.program.memory.word)

    def chosen(name: str, origin: Origin) -> Term:
        bit = low.temporary(bitvec(1), name)
        low.graph.emit(Havoc(bit, name, "uninitialised"), place.span, origin)
        return ite(is_nonzero(bit), invalid, constant(0, OBJECT_WIDTH))

    if not leaf.dimensions:
        low.assign(object_, chosen(name, origin), place.span)
        low.assign(offset, zero, place.span)
        return
    width = index_width(leaf.count)
    held = fill(invalid, width)
    for k in elements_of(leaf) if leaf.count <= _MOST_CHOICES else ():
        held = store(held, constant(k, width), chosen(*_element(name, origin, k)))
    low.assign(object_, held, place.span)
    low.assign(offset, fill(zero, width), place.span)


def _element(name: str, origin: Origin, k: int) -> tuple[str, Origin]:
    """The name and the origin of an element of an uninitialised part."""
    if not isinstance(origin, Uninitialised) or origin.part is None:
        return name, origin
    path, start = origin.part.element(k)
    part = replace(origin.part, path=path, start=start, dimensions=())
    return origin.name + path, replace(origin, part=part)
