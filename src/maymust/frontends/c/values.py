"""Expressions: their value as a term, after code for their side effects.

Operands are evaluated from left to right. Where C leaves the order open and it matters, the evaluation is
not modelled; therefore the term of a left operand still holds after a right operand's side effects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from maymust.frontends.c import calls, conditions, discarding, statements, updates
from maymust.frontends.c.arithmetic import COMPARISONS, compare, convert, operate, undefined
from maymust.frontends.c.tree import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Comma,
    CompoundLiteral,
    Conditional,
    Constant,
    Expression,
    FloatConstant,
    FunctionName,
    InitList,
    Logical,
    Member,
    Name,
    Opaque,
    StatementExpression,
    Step,
    Subscript,
    Text,
    Unary,
)
from maymust.frontends.c.types import IntType
from maymust.terms import Term, and_, complement, constant, from_bool, is_nonzero, ite, neg, negation, or_

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering


def value(low: Lowering, expression: Expression) -> Term:
    """The value of an expression of integer type. Where the path has ended, any term of the right width."""
    type_ = expression.type
    assert isinstance(type_, IntType)
    result = None if low.dead else _value(low, expression, type_)
    return constant(0, type_.width) if result is None or low.dead else result


def truth(low: Lowering, expression: Expression) -> Term:
    """Whether the value of a scalar expression is not zero."""
    if isinstance(expression, Unary) and expression.op == "!":
        return negation(truth(low, expression.operand))
    if not isinstance(expression.type, IntType):
        discarding.give_up(low, expression, f"{discarding.family(expression)} as a condition", expression)
        return is_nonzero(constant(0, 1))
    return is_nonzero(value(low, expression))


def _value(low: Lowering, expression: Expression, type_: IntType) -> Term | None:
    match expression:
        case Constant():
            return constant(expression.value, type_.width)
        case Name(variable=variable):
            if variable.obstacle is not None:
                low.unmodelled(variable.obstacle, expression.place)
                return None
            return low.variable(variable)
        case Cast(operand=operand):
            if isinstance(operand.type, IntType):
                return convert(value(low, operand), operand.type, type_)
            return discarding.give_up(
                low, expression, f"conversion of a {discarding.family(operand)}", operand
            )
        case Unary():
            return _unary(low, expression, type_)
        case Step() | Assignment():
            return updates.update(low, expression, wanted=True)
        case Binary():
            return _binary(low, expression, type_)
        case Logical():
            return _logical(low, expression, type_)
        case Comma(left=left, right=right):
            discarding.discard(low, left)
            return value(low, right)
        case Conditional():
            return _conditional(low, expression, type_)
        case CallExpression():
            return calls.call(low, expression, wanted=True)
        case StatementExpression(body=body):
            return statements.block_value(low, body, wanted=True)
        case Member() | Subscript() | CompoundLiteral() | InitList() | Opaque():
            discarding.discard(low, expression)
            low.unmodelled(discarding.construct(expression), expression.place)
            return None
        case Text() | FunctionName() | FloatConstant():
            return discarding.give_up(low, expression, "address as an integer")
        case _:
            assert_never(expression)


def _unary(low: Lowering, expression: Unary, type_: IntType) -> Term | None:
    operand = expression.operand
    match expression.op:
        case "!":
            return from_bool(negation(truth(low, operand)), type_.width)
        case "*":
            return discarding.give_up(low, expression, "pointer dereference", operand)
        case "-":
            return neg(value(low, operand))
        case "~":
            return complement(value(low, operand))
        case "+":
            return value(low, operand)
    return discarding.give_up(low, expression, "address as an integer")


def _binary(low: Lowering, expression: Binary, type_: IntType) -> Term | None:
    left, right, op = expression.left, expression.right, expression.op
    clash = low.effects.conflict((left, right))
    if clash is not None:
        low.unmodelled(clash, expression.place)
        return None
    if not (isinstance(left.type, IntType) and isinstance(right.type, IntType)):
        other = right if isinstance(left.type, IntType) else left
        return discarding.give_up(low, expression, f"`{op}` on a {discarding.family(other)}", left, right)
    a, b = value(low, left), value(low, right)
    if op in COMPARISONS:
        return from_bool(compare(op, a, b, signed=left.type.signed), type_.width)
    return defined(low, expression, op, a, b, type_)


def defined(low: Lowering, expression: Expression, op: str, a: Term, b: Term, type_: IntType) -> Term:
    """`a op b`; the path ends where that is undefined."""
    for condition, construct in undefined(op, a, b, type_):
        low.refuse(condition, construct, expression.place)
    return operate(op, a, b, type_)


def _logical(low: Lowering, expression: Logical, type_: IntType) -> Term:
    if low.effects.simple(expression.right):
        a = truth(low, expression.left)
        b = truth(low, expression.right)
        return from_bool(and_(a, b) if expression.op == "&&" else or_(a, b), type_.width)
    span = expression.place.span
    yes, no, behind = (low.graph.location() for _ in range(3))
    result = low.temporary(type_.width, signed=type_.signed)
    conditions.branch(low, expression, yes, no)
    for location, outcome in ((yes, 1), (no, 0)):
        low.graph.at(location)
        low.assign(result, constant(outcome, type_.width), span)
        low.graph.jump(behind)
    low.graph.at(behind)
    return result


def _conditional(low: Lowering, expression: Conditional, type_: IntType) -> Term | None:
    condition, then, otherwise = expression.condition, expression.then, expression.otherwise
    if not all(isinstance(part.type, IntType) for part in (then, otherwise) if part is not None):
        return discarding.give_up(low, expression, "conditional of mixed types")
    simple = low.effects.simple
    if then is None:
        assert isinstance(condition.type, IntType)
        whole = value(low, condition)
        chosen = convert(whole, condition.type, type_)
        if simple(otherwise):
            return ite(is_nonzero(whole), chosen, value(low, otherwise))
    elif simple(then) and simple(otherwise):
        return ite(truth(low, condition), value(low, then), value(low, otherwise))
    yes, no, behind = (low.graph.location() for _ in range(3))
    result = low.temporary(type_.width, signed=type_.signed)
    if then is None:
        low.graph.split(is_nonzero(whole), yes, no, condition.place.span)
    else:
        conditions.branch(low, condition, yes, no)
    low.graph.at(yes)
    low.assign(result, chosen if then is None else value(low, then), (then or condition).place.span)
    low.graph.jump(behind)
    low.graph.at(no)
    low.assign(result, value(low, otherwise), otherwise.place.span)
    low.graph.jump(behind)
    low.graph.at(behind)
    return result
