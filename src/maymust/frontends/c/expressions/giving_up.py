"""Evaluates the parts of an expression that is not modelled, and tells what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import types
from maymust.frontends.c.expressions.watching import watch
from maymust.frontends.c.tree.expressions import (
    CompoundLiteral,
    Expression,
    InitList,
    Member,
    Opaque,
    Subscript,
    Unary,
)

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.terms import Term


def use_all(low: Lowering, expression: Expression, parts: tuple[Expression, ...]) -> None:
    """Evaluates these parts of an expression, in any order, for somebody whom nobody follows."""
    with watch(low, low.effects.clashes.among(parts), expression.place):
        for part in parts:
            low.use(part)


def give_up(low: Lowering, expression: Expression, construct: str, *operands: Expression) -> Term | None:
    """Evaluates the operands, in any order; then the path ends, so there is no value."""
    use_all(low, expression, operands)
    low.unmodelled(construct, expression.place, evaluated=expression)
    return None


def construct(expression: Expression) -> str:
    """What an expression is that is not modelled."""
    match expression:
        case Member():
            return "structure member"
        case Subscript():
            return "array element"
        case CompoundLiteral():
            return "compound literal"
        case InitList():
            return "initialiser list"
        case Opaque(construct=text):
            return text
        case Unary(op="*"):
            return "pointer dereference"
    return "expression"


def family(expression: Expression) -> str:
    """What kind of value an expression of no integer type has."""
    return types.family(expression.type)
