"""Lowers conditions: control flow that depends on the value of an expression.

`&&`, `||`, `!` and `?:` become branches, one per operand, so that the conditions of the graph are simple.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.expressions import conversions
from maymust.frontends.c.tree.constants import is_constant
from maymust.frontends.c.tree.expressions import (
    Binary,
    CallExpression,
    Cast,
    Comma,
    Conditional,
    Constant,
    Expression,
    Logical,
    Unary,
)
from maymust.frontends.c.types import IntType, PointerType

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering


def branch(low: Lowering, expression: Expression, yes: int | None, no: int | None) -> None:
    """Goes to `yes` where the value is not zero, else to `no`; None: there the program stops."""
    if low.dead:
        return
    graph = low.graph
    match expression:
        case Unary(op="!", operand=operand):
            branch(low, operand, no, yes)
        case Logical(op=op, left=left, right=right):
            middle = graph.location()
            if op == "&&":
                branch(low, left, middle, no)
            else:
                branch(low, left, yes, middle)
            graph.at(middle)
            branch(low, right, yes, no)
        case Comma(left=left, right=right):
            low.discard(left)
            branch(low, right, yes, no)
        case Cast(operand=operand) if _keeps_truth(expression):
            branch(low, operand, yes, no)
        case Binary(op="!=", left=left, right=right) if is_zero(right) and _is_choice(left):
            branch(low, left, yes, no)
        case Binary(op="==", left=left, right=right) if is_zero(right) and _is_choice(left):
            branch(low, left, no, yes)
        case Conditional(condition=condition, then=then, otherwise=otherwise) if then is not None:
            first, second = graph.location(), graph.location()
            branch(low, condition, first, second)
            for location, part in ((first, then), (second, otherwise)):
                graph.at(location)
                branch(low, part, yes, no)
        case CallExpression(function=name, arguments=arguments) if name in library.HINTS and arguments:
            branch(low, arguments[0], yes, no)
        case _:
            is_sure = is_constant(expression)
            graph.split(conversions.truth(low, expression), yes, no, expression.place.span, is_sure=is_sure)


def discard_choice(low: Lowering, expression: Logical | Conditional) -> None:
    """Evaluates `&&`, `||` or `?:` for its side effects."""
    graph, behind = low.graph, low.graph.location()
    match expression:
        case Logical(op=op, left=left, right=right):
            if low.is_simple(right):
                low.use(left)
                return
            more = graph.location()
            branch(low, left, more if op == "&&" else behind, behind if op == "&&" else more)
            graph.at(more)
            low.use(right)
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            yes, no = graph.location(), graph.location()
            branch(low, condition, yes, no)
            graph.at(yes)
            if then is not None:
                low.use(then)
            graph.jump(behind)
            graph.at(no)
            low.use(otherwise)
    graph.jump(behind)
    graph.at(behind)


def is_zero(expression: Expression) -> bool:
    """Whether this is the constant 0, perhaps converted."""
    while isinstance(expression, Cast):
        expression = expression.operand
    return isinstance(expression, Constant) and expression.value == 0


def _keeps_truth(cast: Cast) -> bool:
    """Whether a conversion keeps zero zero and the rest not zero."""
    source, target = cast.operand.type, cast.type
    if not (isinstance(source, IntType | PointerType) and isinstance(target, IntType)):
        return False
    return target.boolean or target.width >= source.width


def _is_choice(expression: Expression) -> bool:
    """Whether an expression is, through conversions, one that `branch` takes apart."""
    while isinstance(expression, Cast) and _keeps_truth(expression):
        expression = expression.operand
    return isinstance(expression, Logical) or (isinstance(expression, Unary) and expression.op == "!")
