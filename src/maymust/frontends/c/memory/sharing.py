"""Tells which types objects may have that share memory (C11 6.5p7, 6.5.2.3p6)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from maymust.frontends.c.types import (
    ArrayType,
    CType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    is_byte,
    size_of,
)

if TYPE_CHECKING:
    from maymust.frontends.c.tree.records import Records


class Sharing:
    """Questions about the types of a unit. Requires that all of it is read."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def may_share(self, one: CType, other: CType) -> bool:
        """Whether an object of one type may be a part of one of the other, or begin like it."""
        one, other = element(one), element(other)
        return self.contains(one, other) or self.contains(other, one) or self._are_united(one, other)

    def contains(self, outer: CType, inner: CType) -> bool:
        """Whether an object of the first type has one of the second in it, or is one; an array is its
        elements, wherever it begins. Objects behind pointers to bytes may be in anything, and be anything."""
        outer, inner = element(outer), element(inner)
        if outer == inner or self.is_bytes(outer) or self.is_bytes(inner):
            return True
        match outer, inner:
            case IntType(width=width), IntType(width=same):
                return width == same  # signs do not matter
            case PointerType(target=target), PointerType(target=other):
                return _are_alike(target, other)
            case RecordType(), _:
                return any(self.contains(field.type, inner) for field in self._records.fields(outer))
        return False

    def is_bytes(self, type_: CType) -> bool:
        """Whether an object of this type has nothing but bytes in it, as far as is known."""
        match type_:
            case ArrayType():
                return self.is_bytes(element(type_))
            case RecordType(union=False):
                fields = [field for field in self._records.fields(type_) if not field.padding]
                return all(self.is_bytes(field.type) for field in fields)
        return is_byte(type_)

    def is_loose(self, type_: CType, offset: int) -> bool:
        """Whether what is so many bits from the start of an object may be seen as something else: bytes, and
        what is in a union."""
        if self.is_bytes(type_):
            return True
        match type_:
            case ArrayType():
                inner = element(type_)
                return self.is_loose(inner, offset % (8 * (size_of(inner) or 1)))
            case RecordType(union=True):
                return True
            case RecordType(size=size) if size:
                offset %= 8 * size
                return any(
                    self._is_union_inside(field.type, offset - field.offset)
                    for field in self._records.fields(type_)
                    if field.offset <= offset
                )
        return False

    def _is_union_inside(self, type_: CType, offset: int) -> bool:
        size = size_of(type_)
        is_there = size is None or size == 0 or offset < 8 * size
        return is_there and not self.is_bytes(type_) and self.is_loose(type_, offset)

    def _are_united(self, one: CType, other: CType) -> bool:
        """Whether both are in one union of which the program knows: then they may have the beginning in
        common."""
        if not isinstance(one, RecordType) or not isinstance(other, RecordType):
            return False
        return any(self._holds(union, one) and self._holds(union, other) for union in self._unions)

    def _holds(self, union: RecordType, type_: CType) -> bool:
        return any(self.contains(field.type, type_) for field in self._records.fields(union))

    @cached_property
    def _unions(self) -> list[RecordType]:
        return self._records.unions()


def element(type_: CType) -> CType:
    """What an array consists of in the end; any other type itself."""
    while isinstance(type_, ArrayType):
        type_ = type_.element
    return type_


def _are_alike(one: CType, other: CType) -> bool:
    """Whether pointers to these may be compatible."""
    one, other = element(one), element(other)
    match one, other:
        case IntType(width=width), IntType(width=same):
            return width == same
        case PointerType(target=target), PointerType(target=pointed):
            return _are_alike(target, pointed)
    return one == other or (isinstance(one, FunctionType) and isinstance(other, FunctionType))
