"""Values that do not come from the program: what is uninitialised, and what comes from outside."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c.leaves import OBJECT_WIDTH, Leaf
from maymust.frontends.c.regions import OUTSIDE, UNINITIALISED
from maymust.frontends.c.source import GlobalInput, InputCall, ParameterInput, Uninitialised
from maymust.frontends.c.types import CType, IntType, PointerType, size_of
from maymust.ir.program import Havoc
from maymust.terms import Term, and_, bitvec, constant, eq, fill, is_nonzero, ite, less_equal, ne, or_

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.places import Place
    from maymust.frontends.c.source import Origin, Scalar
    from maymust.ir.program import InputKind


def read_inputs(
    low: Lowering,
    targets: tuple[Term, ...],
    type_: CType,
    name: str,
    kind: InputKind,
    place: Place,
    origin: Origin,
    *,
    one_bit: bool = False,
) -> None:
    """The variables of a value of this type get inputs; with `one_bit`, a number is 0 or 1. `origin` is that
    of the whole."""
    position, whole = 0, origin
    for leaf, part in zip(low.program.shapes.leaves(type_), low.program.objects.parts(type_), strict=True):
        origin = whole if isinstance(type_, IntType) else _origin_of_part(whole, part, size_of(type_) or 0)
        parts = targets[position : position + len(leaf.parts())]
        position += len(parts)
        if isinstance(leaf.type, PointerType):
            _read_pointer(low, parts, leaf, name + leaf.name, kind, place, origin)
        elif leaf.dimensions:
            if isinstance(leaf.type, IntType) and leaf.type.boolean:
                low.unmodelled("array of _Bool that comes from outside or is uninitialised", place)
            low.graph.emit(Havoc(parts[0], name + leaf.name, kind), place.span, origin)
        else:
            boolean = isinstance(leaf.type, IntType) and leaf.type.boolean and leaf.width > 1
            low.read_input(parts[0], name + leaf.name, kind, place.span, origin, one_bit=boolean or one_bit)


def _origin_of_part(whole: Origin, part: Scalar, size: int) -> Origin:
    match whole:
        case Uninitialised():
            return replace(whole, part=part, size=size)
        case InputCall() | ParameterInput() | GlobalInput():
            return replace(whole, part=part)
    return whole


def _read_pointer(
    low: Lowering,
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
        bit = low.temporary(bitvec(1), name)
        low.graph.emit(Havoc(bit, name, kind), span, origin)
        chosen = ite(is_nonzero(bit), constant(UNINITIALISED, OBJECT_WIDTH), constant(0, OBJECT_WIDTH))
        zero = constant(0, low.program.memory.word)
        if leaf.dimensions:
            width = object_.sort.index  # type: ignore[union-attr]
            chosen, zero = fill(chosen, width), fill(zero, width)
        low.assign(object_, chosen, span)
        low.assign(offset, zero, span)
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
