"""Lowers expressions that are numbers: their value is a term, after code for their side effects.

Operands are evaluated from left to right. Where C leaves the order open and it matters, the evaluation is
not modelled; therefore the term of a left operand still holds after a right operand's side effects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from maymust.frontends.c.emitting import checks
from maymust.frontends.c.emitting.arithmetic import (
    FLOAT_OPERATORS,
    compare,
    compare_floats,
)
from maymust.frontends.c.expressions import (
    calls,
    conditions,
    giving_up,
    initialise,
    lvalues,
    pointer_comparison,
    pointers,
    updates,
    whole,
)
from maymust.frontends.c.expressions.conversions import Number, convert, defined, is_true, truth
from maymust.frontends.c.expressions.watching import watch
from maymust.frontends.c.tree.addresses import COMPARISONS, addresses_compared
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
from maymust.frontends.c.tree.order import places
from maymust.frontends.c.types import FloatType, IntType, PointerType
from maymust.terms import (
    Term,
    and_,
    bitvec,
    complement,
    constant,
    from_bool,
    ite,
    neg,
    negation,
    or_,
)
from maymust.terms.float_build import (
    float_binary,
    float_negate,
)

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value


def value(low: Lowering, expression: Expression) -> Term:
    """The value of a number. Where the path has ended, any term of the right width."""
    type_ = expression.type
    assert isinstance(type_, IntType | FloatType)
    result = None if low.dead else _value(low, expression, type_)
    return constant(0, type_.width) if result is None or low.dead else result


def _value(low: Lowering, expression: Expression, type_: Number) -> Term | None:
    match expression:
        case Constant():
            return constant(expression.value, type_.width)
        case FloatConstant(bits=bits):
            return constant(bits, type_.width)
        case Name() | Member() | Subscript() | CompoundLiteral() | Unary(op="*"):
            return _only(lvalues.read(low, expression))
        case Cast(operand=operand):
            return _cast(low, expression, operand, type_)
        case Unary():
            return _unary(low, expression, type_)
        case Step() | Assignment():
            return _only(updates.update(low, expression, wanted=True))
        case Binary():
            return _binary(low, expression, type_)
        case Logical():
            return _logical(low, expression, type_)
        case Comma(left=left, right=right):
            low.discard(left)
            return value(low, right)
        case Conditional():
            return _conditional(low, expression, type_)
        case CallExpression():
            return _only(calls.call(low, expression, wanted=True))
        case StatementExpression(body=body):
            return _only(low.block_value(body, wanted=True))
        case Opaque(construct=construct, operands=operands):
            giving_up.give_up(low, expression, construct, *operands)
        case InitList():
            return _only(initialise.list_value(low, expression))
        case Text() | FunctionName():
            giving_up.give_up(low, expression, giving_up.construct(expression))
        case _:
            assert_never(expression)
    return None


def _only(found: Value | None) -> Term | None:
    return None if found is None else found[0]


def _cast(low: Lowering, expression: Cast, operand: Expression, type_: Number) -> Term | None:
    if isinstance(operand.type, IntType | FloatType):
        return convert(low, value(low, operand), operand.type, type_, expression)
    if isinstance(operand.type, PointerType) and isinstance(type_, IntType):
        if type_.boolean:
            return from_bool(truth(low, operand), type_.width)
        return pointers.to_integer(low, expression, type_)
    giving_up.give_up(low, expression, f"conversion of a {giving_up.family(operand)}", operand)
    return None


def _unary(low: Lowering, expression: Unary, type_: Number) -> Term | None:
    operand = expression.operand
    match expression.op:
        case "!":
            return from_bool(negation(truth(low, operand)), type_.width)
        case "-":
            inner = value(low, operand)
            if isinstance(type_, FloatType):
                return float_negate(inner)
            checks.check_negation(low, expression, inner, type_)
            return neg(inner)
        case "~":
            return complement(value(low, operand))
        case "+":
            return value(low, operand)
    giving_up.give_up(low, expression, "address as an integer", *places(operand))
    return None


def _binary(low: Lowering, expression: Binary, type_: Number) -> Term | None:
    with watch(low, low.effects.clashes.among((expression.left, expression.right)), expression.place):
        return _watched_binary(low, expression, type_)


def _watched_binary(low: Lowering, expression: Binary, type_: Number) -> Term | None:
    if low.dead:
        return None
    left, right, op = expression.left, expression.right, expression.op
    if isinstance(left.type, PointerType) or isinstance(right.type, PointerType):
        return _on_pointers(low, expression, type_)
    addresses = addresses_compared(expression) if op in COMPARISONS else None
    if addresses is not None:
        return _on_pointers(low, addresses, type_, as_numbers=True)
    if not (isinstance(left.type, IntType | FloatType) and isinstance(right.type, IntType | FloatType)):
        other = right if isinstance(left.type, IntType) else left
        giving_up.give_up(low, expression, f"`{op}` on a {giving_up.family(other)}", left, right)
        return None
    a, b = value(low, left), value(low, right)
    if isinstance(left.type, FloatType):
        if op in COMPARISONS:
            return from_bool(compare_floats(op, a, b), type_.width)
        return float_binary(FLOAT_OPERATORS[op], a, b)
    if op in COMPARISONS:
        return from_bool(compare(op, a, b, signed=left.type.signed), type_.width)
    assert isinstance(type_, IntType)
    return defined(low, expression, op, a, b, type_)


def _on_pointers(
    low: Lowering, expression: Binary, type_: Number, *, as_numbers: bool = False
) -> Term | None:
    if expression.op in COMPARISONS:
        holds = pointer_comparison.compare(low, expression, as_numbers=as_numbers)
        return None if holds is None else from_bool(holds, type_.width)
    assert isinstance(type_, IntType)
    return pointer_comparison.difference(low, expression, type_)


def _logical(low: Lowering, expression: Logical, type_: Number) -> Term:
    if low.is_simple(expression.right):
        a = truth(low, expression.left)
        b = truth(low, expression.right)
        return from_bool(and_(a, b) if expression.op == "&&" else or_(a, b), type_.width)
    span = expression.place.span
    yes, no, behind = (low.graph.location() for _ in range(3))
    result = low.temporary(bitvec(type_.width), signed=isinstance(type_, IntType) and type_.signed)
    conditions.branch(low, expression, yes, no)
    for location, outcome in ((yes, 1), (no, 0)):
        low.graph.at(location)
        low.assign(result, constant(outcome, type_.width), span)
        low.graph.jump(behind)
    low.graph.at(behind)
    return result


def _conditional(low: Lowering, expression: Conditional, type_: Number) -> Term | None:
    condition, then, otherwise = expression.condition, expression.then, expression.otherwise
    simple = low.is_simple
    if then is None:
        if simple(otherwise) and isinstance(condition.type, IntType | FloatType):
            first = value(low, condition)
            chosen = convert(low, first, condition.type, type_, condition)
            return ite(is_true(low, condition, (first,)), chosen, value(low, otherwise))
    elif simple(then) and simple(otherwise):
        return ite(truth(low, condition), value(low, then), value(low, otherwise))
    return _only(whole.choice(low, expression))
