"""Tells comparisons of addresses, as pointers or as integers, from others."""

from __future__ import annotations

from dataclasses import replace

from maymust.frontends.c.tree.expressions import Binary, Cast, Constant, Expression
from maymust.frontends.c.types import IntType, PointerType

COMPARISONS = frozenset({"<", ">", "<=", ">=", "==", "!="})


def addresses_compared(expression: Binary) -> Binary | None:
    """The comparison of pointers that a comparison of their addresses as integers is; None if it is none."""
    left, right = (_converted_pointer(side) for side in (expression.left, expression.right))
    if left is None or right is None or (is_null(left) and is_null(right)):
        return None
    types = (expression.left.type, expression.right.type)
    unsigned = all(isinstance(type_, IntType) and not type_.signed for type_ in types)
    if expression.op not in ("==", "!=") and not unsigned:
        return None
    return replace(expression, left=left, right=right)


def _converted_pointer(expression: Expression) -> Expression | None:
    """The pointer that is converted to an integer without losing bits, or zero; None for other things."""
    if is_null(expression):
        return expression
    if not isinstance(expression, Cast) or not isinstance(expression.type, IntType):
        return None
    operand = expression.operand
    if isinstance(operand.type, IntType) and expression.type.width == operand.type.width:
        return _converted_pointer(operand)
    wide = isinstance(operand.type, PointerType) and expression.type.width >= operand.type.width
    return operand if wide and not expression.type.boolean else None


def is_null(expression: Expression) -> bool:
    """Whether an expression is the null pointer, written as a constant."""
    while isinstance(expression, Cast):
        expression = expression.operand
    return isinstance(expression, Constant) and expression.value == 0
