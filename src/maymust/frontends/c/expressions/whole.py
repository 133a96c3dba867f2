"""Lowers expressions of any type: their value is the terms of the type's leaves, after code for their side
effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.expressions import (
    addresses,
    calls,
    conditions,
    conversions,
    giving_up,
    initialise,
    lvalues,
    null_checks,
    pointers,
    updates,
)
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Comma,
    CompoundLiteral,
    Conditional,
    Constant,
    Expression,
    FunctionName,
    InitList,
    Member,
    Name,
    Opaque,
    StatementExpression,
    Step,
    Subscript,
    Unary,
)
from maymust.frontends.c.tree.order import places
from maymust.frontends.c.types import FloatType, IntType, PointerType, RecordType
from maymust.ir.memory import OBJECT_WIDTH
from maymust.terms import constant

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value


def value_of(low: Lowering, expression: Expression) -> Value | None:
    """The value of an expression; None where the path has ended, or the type has no values."""
    if low.dead:
        return None
    type_ = expression.type
    if isinstance(type_, IntType | FloatType):
        term = low.value(expression)
        return None if low.dead else (term,)
    if not isinstance(type_, PointerType | RecordType):
        low.discard(expression)
        return None
    obstacle = low.program.shapes.obstacle(type_)
    if obstacle is not None:
        giving_up.give_up(low, expression, f"value of a {obstacle}", *places(expression))
        return None
    result = _value(low, expression)
    if result is not None and not low.dead and isinstance(type_, PointerType):
        null_checks.check_given(low, expression, result)
    return None if low.dead else result


def _value(low: Lowering, expression: Expression) -> Value | None:
    match expression:
        case Name() | Member() | Subscript() | CompoundLiteral() | Unary(op="*"):
            return lvalues.read(low, expression)
        case Unary(op="&", operand=operand):
            return addresses.address_of(low, operand)
        case Cast():
            return addresses.cast(low, expression)
        case Binary():
            return pointers.arithmetic(low, expression)
        case Constant(value=number):
            return constant(0, OBJECT_WIDTH), constant(number, low.program.memory.word)
        case FunctionName():
            return addresses.address_of(low, expression)
        case Step() | Assignment():
            return updates.update(low, expression, wanted=True)
        case Comma(left=left, right=right):
            low.discard(left)
            return value_of(low, right)
        case Conditional():
            return choice(low, expression)
        case CallExpression():
            return calls.call(low, expression, wanted=True)
        case StatementExpression(body=body):
            return low.block_value(body, wanted=True)
        case InitList():
            return initialise.list_value(low, expression)
        case Opaque(construct=construct, operands=operands):
            giving_up.give_up(low, expression, construct, *operands)
        case _:
            giving_up.give_up(low, expression, giving_up.construct(expression))
    return None


def choice(low: Lowering, expression: Conditional) -> Value | None:
    """`condition ? then : otherwise`, by way of variables that hold the result."""
    condition, then, otherwise = expression.condition, expression.then, expression.otherwise
    graph, span = low.graph, expression.place.span
    yes, no, behind = (graph.location() for _ in range(3))
    parts = low.program.shapes.parts(expression.type)
    result = tuple([low.temporary(part.sort, signed=part.signed) for part in parts])
    if then is None:
        first = value_of(low, condition)
        if first is None:
            return None
        graph.split(conversions.is_true(low, condition, first), yes, no, span)
    else:
        conditions.branch(low, condition, yes, no)
    for location, part in ((yes, then), (no, otherwise)):
        graph.at(location)
        chosen = first if part is None else value_of(low, part)
        if chosen is not None:
            converted = conversions.converted(low, part or condition, chosen, expression.type)
            for variable, term in zip(result, converted, strict=True):
                low.assign(variable, term, span)
        graph.jump(behind)
    graph.at(behind)
    return result
