"""The negation of a condition, written as a person would: of `some e`, `no e`."""

from __future__ import annotations

from maymust.fir.tree import Binary, BooleanLiteral, Expression, Unary

_OPPOSITES = {
    "equal": "unequal",
    "less": "at_least",
    "greater": "at_most",
    "some": "no",
}
_OPPOSITES |= {second: first for first, second in _OPPOSITES.items()}


def negated(condition: Expression) -> Expression:
    """True exactly where the condition is false."""
    match condition:
        case BooleanLiteral(value, span):
            return BooleanLiteral(not value, span)
        case Unary("not", operand):
            return operand
        case Unary(operator, operand, span) if operator in _OPPOSITES:
            return Unary(_OPPOSITES[operator], operand, span)
        case Binary(operator, left, right, span) if operator in _OPPOSITES:
            return Binary(_OPPOSITES[operator], left, right, span)
        case _:
            return Unary("not", condition, condition.span)
