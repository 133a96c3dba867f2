"""Plans what `memcpy`, `memset` and their kin do where the size is a small constant: which cells they copy or
set.

What the pointers point to, before they are converted to `void *`, tells which cells there are; so a structure
is copied member by member, with its padding. Other sizes are a matter of the models (`reading.models`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.tree.constants import constant_value
from maymust.frontends.c.tree.expressions import Cast, Name, Unary
from maymust.frontends.c.tree.leaves import Leaf
from maymust.frontends.c.types import (
    ArrayType,
    IntType,
    PointerType,
    RecordType,
    VoidType,
    is_scalar,
    size_of,
)
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.tree.expressions import CallExpression, Declared, Expression
    from maymust.frontends.c.tree.leaves import Shapes
    from maymust.frontends.c.types import CType

IN_CELLS = ".cells"  # behind the name of a function: the call is of the kind that this module lowers
_MOST = 64  # cells
_ARGUMENTS = {
    "memcpy": ("to", "from", "size"),
    "memmove": ("to", "from", "size"),
    "memset": ("to", "byte", "size"),
    "bcopy": ("from", "to", "size"),
    "bzero": ("to", "size"),
} | dict.fromkeys(library.FILLS, ("to", "size"))


@frozen
class Copy:
    """What a call does: `target` gets what is at `source`, or so many times the `byte`, or `inputs`. `leaves`
    are what is touched, without arrays; there are none if it is the `whole` of a variable that gets inputs.
    `exact` tells whether source and target must not overlap."""

    target: Expression
    source: Expression | None
    byte: Expression | None
    size: int
    leaves: tuple[Leaf, ...]
    exact: bool
    inputs: bool = False
    whole: bool = False


def copy_plan(shapes: Shapes, call: CallExpression) -> Copy | None:
    """What a call of one of these functions does; None if it must be left to a model."""
    name = (call.function or "").partition(".")[0].removeprefix("__builtin_")
    order = _ARGUMENTS.get(name)
    fills = name in library.FILLS
    if order is None or (len(order) != len(call.arguments) and not (fills and len(call.arguments) == 3)):
        return None
    given = dict(zip(order, call.arguments, strict=False))
    target, size, source, byte = given["to"], given["size"], given.get("from"), given.get("byte")
    count = constant_value(size)
    kinds = [pointed_to(pointer) for pointer in (target, source) if pointer is not None]
    if count is None or not count > 0:
        return None
    if fills and (variable := named_object(target)) is not None and size_of(variable.type) == count:
        return Copy(target, None, None, count, (), exact=False, inputs=True, whole=True)
    for type_ in sorted(kinds, key=_preference):
        leaves = _leaves(shapes, type_, count)
        if leaves is not None:
            if byte is not None and constant_value(byte) != 0 and _has_pointers(leaves):
                return None
            return Copy(target, source, byte, count, leaves, exact=name == "memcpy", inputs=fills)
    return None


def _preference(type_: CType) -> int:
    """Structures before others: they know best where pointers are."""
    if isinstance(type_, RecordType):
        return 0
    return 1 if isinstance(type_, PointerType) else 2


def _has_pointers(leaves: tuple[Leaf, ...]) -> bool:
    return any(isinstance(leaf.type, PointerType) for leaf in leaves)


def _leaves(shapes: Shapes, type_: CType, size: int) -> tuple[Leaf, ...] | None:
    """So many bytes as elements of a type, one after the other, with what lies between their parts."""
    width = size_of(type_)
    if not width or size % width or not (is_scalar(type_) or isinstance(type_, RecordType)):
        return None
    if shapes.obstacle(type_) is not None or sum(max(leaf.count, 1) for leaf in shapes.leaves(type_)) > _MOST:
        return None
    single = [part for leaf in shapes.leaves(type_) for part in _scalars(leaf)]
    single = _with_padding(sorted(single, key=lambda leaf: leaf.start), 8 * width)
    if len(single) * (size // width) > _MOST:
        return None
    starts = range(0, 8 * size, 8 * width)
    return tuple(replace(leaf, start=start + leaf.start) for start in starts for leaf in single)


def _scalars(leaf: Leaf) -> list[Leaf]:
    """The elements of a leaf."""
    if not leaf.dimensions:
        return [leaf]
    outer, *inner = leaf.dimensions
    parts = [
        replace(leaf, start=leaf.start + i * outer.stride, dimensions=tuple(inner))
        for i in range(outer.count)
    ]
    return [scalar for part in parts for scalar in _scalars(part)]


def _with_padding(leaves: list[Leaf], end: int) -> list[Leaf]:
    found: list[Leaf] = []
    at = 0
    for leaf in leaves:
        if leaf.start > at:
            found.append(_gap(at, leaf.start))
        found.append(leaf)
        at = leaf.start + leaf.width
    return [*found, _gap(at, end)] if at < end else found


def _gap(start: int, end: int) -> Leaf:
    return Leaf("", IntType(end - start, signed=False), start, end - start)


def named_object(pointer: Expression) -> Declared | None:
    """The variable to whose start a pointer points, where its text says so."""
    while isinstance(pointer, Cast):
        pointer = pointer.operand
    if isinstance(pointer, Unary) and pointer.op == "&":
        pointer = pointer.operand
    elif not isinstance(pointer.type, ArrayType):
        return None
    return pointer.variable if isinstance(pointer, Name) else None


def pointed_to(pointer: Expression) -> CType:
    """What a pointer points to, as far as that is known before it is converted to `void *`; `void` if it is
    not."""
    found: CType = VoidType()
    while isinstance(pointer.type, PointerType):
        if not isinstance(pointer.type.target, VoidType):
            found = pointer.type.target
        if not isinstance(pointer, Cast):
            break
        if isinstance(pointer.operand.type, ArrayType):
            return pointer.operand.type.element
        pointer = pointer.operand
    return found
