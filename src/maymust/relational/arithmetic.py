"""The meaning of the integer operators, in two's complement of a width: what circuits are compared with."""

from __future__ import annotations

from maymust.relational.logic.operators import IntComparisonOperator, IntOperator


def wrapped(value: int, width: int) -> int:
    """The number that the last `width` bits stand for."""
    half = 1 << (width - 1)
    return ((value + half) & ((1 << width) - 1)) - half


def applied(operator: IntOperator, operands: list[int], width: int) -> int:
    """The value of an operator; the operands are in the range of the width."""
    left = operands[0]
    if len(operands) == 1:
        return wrapped(_unary(operator, left), width)
    return wrapped(_binary(operator, left, operands[1], width), width)


def _unary(operator: IntOperator, value: int) -> int:
    match operator:
        case IntOperator.NEGATE:
            return -value
        case IntOperator.NOT:
            return ~value
        case IntOperator.ABS:
            return abs(value)
        case IntOperator.SIGN:
            return (value > 0) - (value < 0)
        case _:
            raise ValueError(f"{operator} takes two integers")


def _binary(operator: IntOperator, left: int, right: int, width: int) -> int:
    amount = right & ((1 << width) - 1)
    match operator:
        case IntOperator.PLUS:
            return left + right
        case IntOperator.MINUS:
            return left - right
        case IntOperator.TIMES:
            return left * right
        case IntOperator.DIVIDE:
            return _quotient(left, right)
        case IntOperator.MODULO:
            return left - right * _quotient(left, right)
        case IntOperator.AND:
            return left & right
        case IntOperator.OR:
            return left | right
        case IntOperator.XOR:
            return left ^ right
        case IntOperator.SHIFT_LEFT:
            return left << amount if amount < width else 0
        case IntOperator.SHIFT_RIGHT:
            return left >> min(amount, width)
        case IntOperator.SHIFT_RIGHT_ZERO:
            return (left & ((1 << width) - 1)) >> amount
        case _:
            raise ValueError(f"{operator} takes one integer")


def _quotient(left: int, right: int) -> int:
    """Rounded towards zero; by zero, as SMT-LIB has it."""
    if right == 0:
        return -1 if left >= 0 else 1
    magnitude = abs(left) // abs(right)
    return magnitude if (left < 0) == (right < 0) else -magnitude


def compared(operator: IntComparisonOperator, left: int, right: int) -> bool:
    """The truth of a comparison."""
    match operator:
        case IntComparisonOperator.EQUALS:
            return left == right
        case IntComparisonOperator.LESS:
            return left < right
        case IntComparisonOperator.AT_MOST:
            return left <= right
