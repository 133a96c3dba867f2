"""Reads members, elements, lists of initialisers and compound literals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.reading.initialisers import Unclear, converted, resolve
from maymust.frontends.c.reading.parts import dereferenced, opaque, operands
from maymust.frontends.c.reading.variable_types import is_variably_modified
from maymust.frontends.c.tree.expressions import (
    CompoundLiteral,
    Constant,
    Expression,
    InitList,
    Member,
    Subscript,
)
from maymust.frontends.c.tree.nodes import zero
from maymust.frontends.c.types import INT, VLA, VOID, IntType, PointerType, RecordType, is_scalar

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Raw
    from maymust.frontends.c.reading.body import Body
    from maymust.frontends.c.types import Field


def read_member(body: Body, raw: Raw) -> Expression:
    """`s.f` and `p->f`; libclang shows no difference, and leaves out some anonymous members."""
    found = operands(body, raw)
    if len(found) != 1:
        return opaque(body, raw)
    base = found[0]
    if isinstance(base.type, PointerType):
        base = dereferenced(base, base.type.target, base.place)
    if not isinstance(base.type, RecordType):
        return opaque(body, raw)
    path = body.types.records.path(base.type, body.unit.referenced(raw.cursor))
    if path is None:
        return opaque(body, raw)
    if _is_wide_bit_field(path[-1]):
        return opaque(body, raw, "bit-field that is wider than int")
    for field in path:
        base = Member(field.type, body.place(raw), base, field)
    return base


def _is_wide_bit_field(field: Field) -> bool:
    """Whether compilers disagree about arithmetic: gcc computes with as many bits as the field has, clang
    with those of its type."""
    return (
        isinstance(field.type, IntType)
        and field.bits is not None
        and INT.width < field.bits < field.type.width
    )


def read_subscript(body: Body, raw: Raw) -> Expression:
    """`a[i]` and `i[a]`. An element of variable size has a place that is computed: that is not read."""
    found = operands(body, raw)
    pointers = [part for part in found if isinstance(part.type, PointerType)]
    if len(found) != 2 or len(pointers) != 1:
        return opaque(body, raw)
    base, index = found if found[0] is pointers[0] else reversed(found)
    assert isinstance(base.type, PointerType)
    if base.type.target == VLA:
        return opaque(body, raw)
    return Subscript(base.type.target, body.place(raw), base, index)


def read_initialiser_list(body: Body, raw: Raw) -> Expression:
    """`{ … }`, also around a single scalar or string. Where braces are not needed, libclang says `void`."""
    type_, found, place = body.types.of(raw.cursor), operands(body, raw), body.place(raw)
    if type_ == VOID and len(found) == 1:
        return found[0]
    if is_scalar(type_) and not found:
        return zero(type_, place)
    try:
        if is_scalar(type_) and len(found) == 1:
            return converted(type_, found[0])
        return InitList(type_, place, resolve(body, raw, type_))
    except Unclear:
        return opaque(body, raw)


def read_compound_literal(body: Body, raw: Raw) -> Expression:
    """`(type){ … }`. Beside its list, sizes of arrays are shown; anything else there is a `typeof`."""
    type_, found = body.types.of(raw.cursor), operands(body, raw)
    plain = all(isinstance(part, Constant) for part in found[:-1])
    if not found or not plain or is_variably_modified(body.unit, raw.cursor):
        return opaque(body, raw)
    const = body.unit.is_const(body.unit.canonical(body.unit.type_of(raw.cursor)))
    return CompoundLiteral(type_, body.place(raw), found[-1], lasting=body.outside_functions, const=const)
