"""Lowers calls of functions without a body that nobody knows: the result is an input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.builtins import argument_checks
from maymust.frontends.c.source import InputCall
from maymust.frontends.c.storage.inputs import read_inputs
from maymust.frontends.c.tree.expressions import CallExpression
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.types import CType, IntType, VoidType
from maymust.terms import constant, less_equal

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value


def has_values(low: Lowering, type_: CType) -> bool:
    """Whether there are values of the type here."""
    return not isinstance(type_, VoidType) and low.program.shapes.obstacle(type_) is None


def call_outside(low: Lowering, expression: CallExpression, name: str, *, wanted: bool) -> Value | None:
    """A function without a body: its result is an input, and it changes nothing."""
    argument_checks.evaluate(low, expression)
    return input_result(low, expression, name, wanted=wanted)


def input_result(low: Lowering, expression: CallExpression, name: str, *, wanted: bool) -> Value | None:
    """The result of a function without a body, whose arguments have been evaluated, as an input."""
    if low.program.declarations.never_returns(name):
        low.stop()
    type_ = expression.type
    if low.dead or isinstance(type_, VoidType) or (library.is_output(name) and not wanted):
        return None
    if not has_values(low, type_):
        low.unmodelled(f"result of `{function_name(name)}`", expression.place, evaluated=expression)
        return None
    text = f"{function_name(name)}()"
    parts = low.program.shapes.parts(type_)
    result = tuple([low.temporary(part.sort, text, signed=part.signed) for part in parts])
    one_bit = name == "__VERIFIER_nondet_bool"
    read_inputs(
        low, result, type_, text, "call", expression.place, InputCall(function_name(name)), one_bit=one_bit
    )
    _require_range(low, expression, name, result)
    return result


def _require_range(low: Lowering, expression: CallExpression, name: str, result: Value) -> None:
    """The result is in the range of the function, if that is known."""
    range_ = library.range_of(name)
    if range_ is None or not isinstance(expression.type, IntType):
        return
    least, most = range_
    number, width = result[0], expression.type.width
    low.require(less_equal(constant(least, width), number, signed=True), expression.place.span)
    if most is not None:
        low.require(less_equal(number, constant(most, width), signed=True), expression.place.span)
