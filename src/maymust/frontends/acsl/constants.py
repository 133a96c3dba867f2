"""Constant expressions are computed beforehand, in full width: only their value has to fit the bound."""

from __future__ import annotations

from collections.abc import Callable

from maymust.frontends.acsl.typed import Number, Operator
from maymust.frontends.c.types import IntType
from maymust.ir.source import Span

_MEANING: dict[str, Callable[[int, int], int]] = {
    "plus": int.__add__,
    "minus": int.__sub__,
    "times": int.__mul__,
    "bit_and": int.__and__,
    "bit_or": int.__or__,
    "bit_xor": int.__xor__,
}
_SHIFTS: dict[str, Callable[[int, int], int]] = {"shift_left": int.__lshift__, "shift_right": int.__rshift__}


def folded(operator: Operator, left: Number, right: Number, type_: IntType, span: Span) -> Number | None:
    """The value of an operator on constants, in the type of its result; None if it is not known here."""
    if operator in _SHIFTS:
        if not 0 <= right.value < type_.width:
            return None
        value = _SHIFTS[operator](in_type(left.value, type_), right.value)
    elif operator in _MEANING:
        value = _MEANING[operator](in_type(left.value, type_), in_type(right.value, type_))
    else:
        return None
    return made(value, type_, span)


def made(value: int, type_: IntType, span: Span) -> Number | None:
    """The constant; None if a signed number overflows."""
    found = in_type(value, type_)
    return Number(found, type_, span) if found == value or not type_.signed else None


def in_type(value: int, type_: IntType) -> int:
    """The number that a value becomes in a type."""
    found = value & ((1 << type_.width) - 1)
    return found - (1 << type_.width) if type_.signed and found >> (type_.width - 1) else found


def as_integer(number: Number) -> int:
    """The integer that the number's bits are in two's complement."""
    assert isinstance(number.type, IntType)
    return in_type(number.value, IntType(number.type.width, signed=True))
