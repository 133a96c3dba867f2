"""FIR expressions, built briefly. What is known is not asked: constants fold."""

from __future__ import annotations

from collections.abc import Iterable

from maymust.fir.negation import negated
from maymust.fir.tree import (
    Binary,
    BooleanLiteral,
    Conditional,
    EmptySet,
    Expression,
    IntegerLiteral,
    Unary,
    VariableUse,
)

TRUE = BooleanLiteral(True)
FALSE = BooleanLiteral(False)


def use(name: str) -> VariableUse:
    """A variable's value."""
    return VariableUse(name)


def number(value: int) -> IntegerLiteral:
    """An integer."""
    return IntegerLiteral(value)


def binary(operator: str, left: Expression, right: Expression) -> Expression:
    """An operator of `fir.operators.BINARY` on two operands."""
    return Binary(operator, left, right)


def equal(left: Expression, right: Expression) -> Expression:
    """left = right."""
    return TRUE if left == right else Binary("equal", left, right)


def subset(left: Expression, right: Expression) -> Expression:
    """left ⊆ right."""
    return FALSE if isinstance(right, EmptySet) else Binary("subset", left, right)


def one(operand: Expression) -> Expression:
    """The operand is a single atom."""
    return Unary("one", operand)


def join(left: Expression, right: Expression) -> Expression:
    """left.right."""
    return Binary("join", left, right)


def product(left: Expression, right: Expression) -> Expression:
    """left→right."""
    return Binary("product", left, right)


def union(parts: Iterable[Expression]) -> Expression:
    """All of them."""
    found: Expression = EmptySet()
    for part in parts:
        found = part if isinstance(found, EmptySet) else Binary("union", found, part)
    return found


def negation(condition: Expression) -> Expression:
    """¬condition."""
    return negated(condition)


def conjunction(parts: Iterable[Expression]) -> Expression:
    """All are true."""
    return _joined("and", parts, neutral=TRUE, deciding=FALSE)


def disjunction(parts: Iterable[Expression]) -> Expression:
    """One is true."""
    return _joined("or", parts, neutral=FALSE, deciding=TRUE)


def _joined(
    operator: str, parts: Iterable[Expression], *, neutral: Expression, deciding: Expression
) -> Expression:
    kept = [part for part in dict.fromkeys(parts) if part != neutral]
    if deciding in kept:
        return deciding
    if not kept:
        return neutral
    found = kept[0]
    for part in kept[1:]:
        found = Binary(operator, found, part)
    return found


def implication(condition: Expression, conclusion: Expression) -> Expression:
    """condition ⇒ conclusion."""
    if condition == TRUE or conclusion == TRUE:
        return conclusion
    if condition == FALSE:
        return TRUE
    return Binary("implies", condition, conclusion)


def choice(condition: Expression, then: Expression, otherwise: Expression) -> Expression:
    """condition ? then : otherwise."""
    if isinstance(condition, BooleanLiteral):
        return then if condition.value else otherwise
    return then if then == otherwise else Conditional(condition, then, otherwise)
