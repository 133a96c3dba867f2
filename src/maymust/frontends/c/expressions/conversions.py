"""Converts values from type to type, and to truth values; computes where that is defined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting import checks
from maymust.frontends.c.emitting.arithmetic import convert_integer, operate, undefined
from maymust.frontends.c.expressions import giving_up, pointers
from maymust.frontends.c.tree.expressions import Expression, Unary
from maymust.frontends.c.types import CType, FloatType, IntType, PointerType, is_scalar
from maymust.terms import FALSE, Term, constant, from_bool, is_nonzero, negation
from maymust.terms.float_build import (
    float_compare,
    float_convert,
    float_fits_int,
    float_from_int,
    float_to_int,
)

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value

Number = IntType | FloatType


def truth(low: Lowering, expression: Expression) -> Term:
    """Whether the value of a scalar expression is not zero."""
    if isinstance(expression, Unary) and expression.op == "!":
        return negation(truth(low, expression.operand))
    if not is_scalar(expression.type):
        giving_up.give_up(low, expression, f"{giving_up.family(expression)} as a condition", expression)
        return FALSE
    found = low.value_of(expression)
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
