"""C's arithmetic, exact in the types of its operands.

A result that a signed type cannot hold has no meaning in C, and neither has a shift by the width or more: it
is not seen.
"""

from __future__ import annotations

from collections.abc import Callable

from maymust.certificates.c.clauses.values import NotSeen, Undefined
from maymust.frontends.c.types import IntType, common_type, promoted


def as_type(value: int, type_: IntType) -> int:
    """What a number becomes when it is converted to a type."""
    low = value % (1 << type_.width)
    return low - (1 << type_.width) if type_.signed and low >= 1 << (type_.width - 1) else low


def limits(type_: IntType) -> tuple[int, int]:
    """The least and the largest number of a type."""
    if type_.boolean:
        return 0, 1
    if type_.signed:
        return -(1 << (type_.width - 1)), (1 << (type_.width - 1)) - 1
    return 0, (1 << type_.width) - 1


def compared(operator: str, left: int, right: int, types: tuple[IntType, IntType]) -> bool:
    """`equal`, `unequal`, `less` or `at_most`."""
    type_ = common_type(*types)
    left, right = as_type(left, type_), as_type(right, type_)
    match operator:
        case "equal":
            return left == right
        case "unequal":
            return left != right
        case "less":
            return left < right
    assert operator == "at_most"
    return left <= right


def negated(operator: str, operand: int, type_: IntType) -> int:
    """`negate` or `complement`."""
    type_ = promoted(type_)
    operand = as_type(operand, type_)
    return _result(-operand if operator == "negate" else ~operand, type_)


def computed(operator: str, left: int, right: int, types: tuple[IntType, IntType]) -> int:
    """An operator of C on two numbers."""
    if operator in ("shift_left", "shift_right"):
        return _shifted(operator, left, right, promoted(types[0]))
    type_ = common_type(*types)
    return _result(_OPERATORS[operator](as_type(left, type_), as_type(right, type_)), type_)


def _shifted(operator: str, value: int, distance: int, type_: IntType) -> int:
    if not 0 <= distance < type_.width:
        raise NotSeen("a number is shifted by a distance for which C has no meaning")
    return _result(value << distance if operator == "shift_left" else value >> distance, type_)


def _result(value: int, type_: IntType) -> int:
    found = as_type(value, type_)
    if type_.signed and found != value:
        raise NotSeen("a number of the contract overflows")
    return found


def _quotient(left: int, right: int) -> int:
    if right == 0:
        raise Undefined
    size = abs(left) // abs(right)
    return size if (left < 0) == (right < 0) else -size


def _remainder(left: int, right: int) -> int:
    return left - right * _quotient(left, right)


_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "plus": lambda left, right: left + right,
    "minus": lambda left, right: left - right,
    "times": lambda left, right: left * right,
    "divide": _quotient,
    "modulo": _remainder,
    "bit_and": lambda left, right: left & right,
    "bit_or": lambda left, right: left | right,
    "bit_xor": lambda left, right: left ^ right,
}
