"""Defines what a `va_list` is here: a value that holds all arguments behind the last parameter, and a
position.

    position    the number of the next argument
    tags        how each argument is passed, zero behind the last
    numbers, reals, pointers
                the arguments; each is in one of them, by its tag

So a list that is all zeros has no next argument: nothing can be read from it.
"""

from __future__ import annotations

from maymust.frontends.c.types import (
    VOID,
    ArrayType,
    CType,
    Field,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    size_of,
)

BUILTIN = "__builtin_va_list"  # the type behind it
MOST = 255  # arguments in a list; the element behind them is never set
BYTE = IntType(8, signed=False)
NUMBER = IntType(64, signed=False)
REAL = FloatType(64)
POSITION, TAGS, NUMBERS, REALS, POINTERS = range(5)  # the members, by their index
OTHER = 255  # the tag of what cannot be read
_INTEGERS = {32: 1, 64: 2}
_REAL, _POINTER = 3, 4

_NAMES = ("position", "tags", "numbers", "reals", "pointers")
_IDENTITY = -1  # no record of a unit has it
VA_LIST = RecordType("va_list", _IDENTITY, union=False, size=8 * (MOST + 1) * 4, alignment=8)


def fields(pointer_width: int) -> tuple[Field, ...]:
    """The members of a `va_list`."""
    elements = (BYTE, NUMBER, REAL, PointerType(VOID, pointer_width))
    types: list[CType] = [BYTE, *[ArrayType(element, MOST + 1) for element in elements]]
    found, offset = list[Field](), 0
    for index, (name, type_) in enumerate(zip(_NAMES, types, strict=True)):
        found.append(Field(VA_LIST, index, name, type_, offset))
        offset += 64 * ((size_of(type_) or 0) // 8 + 1)
    return tuple(found)


def tag(type_: CType) -> int | None:
    """How an argument of the type is passed, after the default promotions (C11 6.5.2.2p6): integers by their
    width, pointers all alike. None for what is never passed so, and for structures."""
    match type_:
        case IntType(width=width):
            return _INTEGERS.get(width)
        case FloatType(width=64):
            return _REAL
        case PointerType():
            return _POINTER
    return None


def holder(type_: CType) -> int:
    """The member that holds arguments of the type. Requires that it has a tag."""
    match type_:
        case IntType():
            return NUMBERS
        case FloatType():
            return REALS
    return POINTERS
