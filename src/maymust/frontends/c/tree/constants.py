"""Computes integer expressions whose value is easy to see."""

from __future__ import annotations

from maymust.frontends.c.tree.expressions import (
    Binary,
    Cast,
    Conditional,
    Constant,
    Expression,
    Logical,
    Member,
    Unary,
)
from maymust.frontends.c.tree.nodes import Node, walk
from maymust.frontends.c.types import IntType, PointerType


def constant_value(expression: Expression) -> int | None:
    """The value of an integer expression, where it is easy to see."""
    match expression:
        case Constant(value=value):
            return value
        case Unary(op="&", operand=operand):
            return _offset_from_null(operand)
        case Cast(type=IntType(boolean=False) | PointerType(), operand=operand):
            inner = constant_value(operand)
            fits = inner is not None and 0 <= inner < 1 << (_width(expression) - 1)
            return inner if fits else None
        case Binary(op="*" | "+" as op, left=left, right=right, type=IntType(width=width)):
            first, second = constant_value(left), constant_value(right)
            if first is None or second is None:
                return None
            result = first * second if op == "*" else first + second
            return result if 0 <= result < 1 << (width - 1) else None
    return None


def is_constant(expression: Expression) -> bool:
    """Whether an expression has nothing in it but numbers and operators on them."""
    return all(_is_of_numbers(node) for node in walk(expression))


def _is_of_numbers(node: Node) -> bool:
    match node:
        case Constant() | Binary() | Logical() | Conditional() | Cast():
            return isinstance(node.type, IntType)
        case Unary(op=op):
            return op in ("+", "-", "~", "!")
    return False


def _offset_from_null(expression: Expression) -> int | None:
    """The address of an lvalue behind a null pointer: what `offsetof` was before it was there."""
    match expression:
        case Unary(op="*", operand=operand):
            return constant_value(operand)
        case Member(base=base, field=field) if field.bits is None:
            start = _offset_from_null(base)
            return None if start is None else start + field.offset // 8
    return None


def _width(cast: Cast) -> int:
    """The width of the type that is converted to. Requires a scalar type."""
    assert isinstance(cast.type, IntType | PointerType)
    return cast.type.width
