"""Expressions: their value as a term, after code for their side effects.

Operands are evaluated from left to right. Where C leaves the order open and it matters, the evaluation is
not modelled; therefore the term of a left operand still holds after a right operand's side effects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from maymust.frontends.c.emitting import checks
from maymust.frontends.c.emitting.arithmetic import (
    COMPARISONS,
    FLOAT_OPERATORS,
    compare,
    compare_floats,
    convert_integer,
    operate,
    undefined,
)
from maymust.frontends.c.lowering import (
    calls,
    conditions,
    discarding,
    initialise,
    lvalues,
    pointers,
    statements,
    updates,
    whole,
)
from maymust.frontends.c.lowering.watching import watch
from maymust.frontends.c.tree.nodes import (
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
from maymust.frontends.c.types import CType, FloatType, IntType, PointerType, is_scalar
from maymust.terms import (
    FALSE,
    Term,
    and_,
    bitvec,
    complement,
    constant,
    from_bool,
    is_nonzero,
    ite,
    neg,
    negation,
    or_,
)
from maymust.terms.float_build import (
    float_binary,
    float_compare,
    float_convert,
    float_fits_int,
    float_from_int,
    float_negate,
    float_to_int,
)

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.context import Lowering
    from maymust.frontends.c.storage.access import Value

Number = IntType | FloatType


def value(low: Lowering, expression: Expression) -> Term:
    """The value of a number. Where the path has ended, any term of the right width."""
    type_ = expression.type
    assert isinstance(type_, IntType | FloatType)
    result = None if low.dead else _value(low, expression, type_)
    return constant(0, type_.width) if result is None or low.dead else result


def truth(low: Lowering, expression: Expression) -> Term:
    """Whether the value of a scalar expression is not zero."""
    if isinstance(expression, Unary) and expression.op == "!":
        return negation(truth(low, expression.operand))
    if not is_scalar(expression.type):
        discarding.give_up(low, expression, f"{discarding.family(expression)} as a condition", expression)
        return FALSE
    found = whole.value_of(low, expression)
    return FALSE if found is None else is_true(low, expression, found)


def is_true(low: Lowering, expression: Expression, found: Value) -> Term:
    """Whether a value of a scalar expression is not zero."""
    if isinstance(expression.type, PointerType):
        return pointers.is_not_null(low, expression, found)
    if isinstance(expression.type, FloatType):
        return negation(float_compare("feq", found[0], constant(0, found[0].width)))
    return is_nonzero(found[0])


def converted(low: Lowering, expression: Expression, found: Value, type_: CType) -> Value:
    """The value of an expression in the type that is wanted, where C converts without saying so."""
    if isinstance(expression.type, IntType | FloatType) and isinstance(type_, IntType | FloatType):
        return (convert(low, found[0], expression.type, type_, expression),)
    if isinstance(expression.type, IntType) and isinstance(type_, PointerType):
        return pointers.from_integer(low, found[0], expression.type)
    return found


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
            discarding.discard(low, left)
            return value(low, right)
        case Conditional():
            return _conditional(low, expression, type_)
        case CallExpression():
            return _only(calls.call(low, expression, wanted=True))
        case StatementExpression(body=body):
            return _only(statements.block_value(low, body, wanted=True))
        case Opaque(construct=construct, operands=operands):
            discarding.give_up(low, expression, construct, *operands)
        case InitList():
            return _only(initialise.list_value(low, expression))
        case Text() | FunctionName():
            discarding.give_up(low, expression, discarding.construct(expression))
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
    discarding.give_up(low, expression, f"conversion of a {discarding.family(operand)}", operand)
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
    discarding.give_up(low, expression, "address as an integer", *places(operand))
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
    addresses = pointers.addresses_compared(expression) if op in COMPARISONS else None
    if addresses is not None:
        return _on_pointers(low, addresses, type_, as_numbers=True)
    if not (isinstance(left.type, IntType | FloatType) and isinstance(right.type, IntType | FloatType)):
        other = right if isinstance(left.type, IntType) else left
        discarding.give_up(low, expression, f"`{op}` on a {discarding.family(other)}", left, right)
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
        holds = pointers.compare(low, expression, as_numbers=as_numbers)
        return None if holds is None else from_bool(holds, type_.width)
    assert isinstance(type_, IntType)
    return pointers.difference(low, expression, type_)


def convert(low: Lowering, term: Term, source: Number, target: Number, expression: Expression) -> Term:
    """A number of one type in another; the path ends where C does not say what that is."""
    match source, target:
        case IntType(), IntType():
            return convert_integer(term, source, target)
        case IntType(), FloatType():
            return float_from_int(term, target.width, signed=source.signed)
        case FloatType(), FloatType():
            return float_convert(term, target.width) if source.width != target.width else term
        case FloatType(), IntType():
            if target.boolean:
                return from_bool(negation(float_compare("feq", term, constant(0, term.width))), target.width)
            fits = float_fits_int(term, target.width, signed=target.signed)
            construct = "conversion of a number that does not fit"
            checks.check(low, "cast", negation(fits), construct, expression.place)
            return float_to_int(term, target.width, signed=target.signed)
        case _:
            raise AssertionError((source, target))


def defined(low: Lowering, expression: Expression, op: str, a: Term, b: Term, type_: IntType) -> Term:
    """`a op b`; the path ends where that is undefined."""
    for kind, condition, construct in undefined(op, a, b, type_):
        asked = low.program.checks.asked
        asked_as = "div" if kind == "overflow" and kind not in asked else kind  # of INT_MIN / -1
        checks.check(low, asked_as, condition, construct, expression.place)
    checks.check_arithmetic(low, expression, op, a, b, type_)
    return operate(op, a, b, type_)


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
