"""Calls: of functions with a body, of those that we know by name, and of the rest, which give inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import conditions, discarding, library, values
from maymust.frontends.c.arithmetic import convert
from maymust.frontends.c.source import InputCall
from maymust.frontends.c.tree import CallExpression, Cast, Expression, Name, Text
from maymust.frontends.c.types import FLOATING_POINT, VOID, CType, IntType, VoidType, family, promoted
from maymust.ir.program import Call

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering
    from maymust.terms import Term


def call(low: Lowering, expression: CallExpression, *, wanted: bool) -> Term | None:
    """Makes the call. The result is None where the value is not wanted, not modelled, or not reached."""
    clash = low.effects.conflict((expression.callee, *expression.arguments))
    if clash is not None:
        low.unmodelled(clash, expression.place)
        return None
    name = expression.function
    if name is None:
        _evaluate(low, (expression.callee, *expression.arguments))
        low.unmodelled("call through a pointer", expression.place)
        return None
    declarations = low.program.declarations
    obstacle = declarations.call_obstacle(name)
    if obstacle is not None and expression not in low.program.properties:
        _evaluate(low, expression.arguments)
        low.unmodelled(obstacle, expression.place)
        return None
    if name not in library.ERRORS and declarations.has_body(name):
        return _call_defined(low, expression, name, wanted=wanted)
    if not declarations.has_body(name) and not library.is_intrinsic(name):
        low.program.called_outside(name, expression.place, void=expression.type == VOID)
    if expression in low.program.properties:
        _report(low, expression, name)
        return None
    return _call_known(low, expression, name, wanted=wanted)


def _evaluate(low: Lowering, arguments: tuple[Expression, ...]) -> None:
    for argument in arguments:
        discarding.discard(low, argument)


def _report(low: Lowering, expression: CallExpression, name: str) -> None:
    """A call that reports a violation, always or if its argument is zero."""
    if name in library.ASSERTIONS and expression.arguments:
        good, bad = low.graph.location(), low.graph.location()
        conditions.branch(low, expression.arguments[0], good, bad)
        low.graph.at(bad)
        low.violate(expression)
        low.graph.at(good)
    else:
        _evaluate(low, expression.arguments)
        low.violate(expression)


def _call_known(low: Lowering, expression: CallExpression, name: str, *, wanted: bool) -> Term | None:
    arguments = expression.arguments
    if name in library.ASSUMPTIONS and arguments:
        good = low.graph.location()
        conditions.branch(low, arguments[0], good, None)
        low.graph.at(good)
    elif name in library.STOPS:
        _evaluate(low, arguments)
        low.stop()
    elif name in library.HINTS and arguments:
        if wanted:
            return values.value(low, arguments[0])
        discarding.discard(low, arguments[0])
    elif name == library.UNREACHABLE:
        low.unmodelled(f"undefined: {name}", expression.place)
    elif library.is_unmodelled(name):
        _evaluate(low, arguments)
        low.unmodelled(f"`{name}`", expression.place)
    else:
        return _call_outside(low, expression, name, wanted=wanted)
    return None


def _call_outside(low: Lowering, expression: CallExpression, name: str, *, wanted: bool) -> Term | None:
    """A function without a body: its result is an input, and it changes nothing."""
    for argument in expression.arguments:
        discarding.discard(low, argument)
        if _may_hold_address(argument.type) and not _is_safe_pointer(argument, name):
            low.unmodelled(f"address passed to `{name}`", expression.place)
    if low.program.declarations.never_returns(name):
        low.stop()
    escaping = low.program.escaping
    if escaping is not None and name not in library.OUTPUTS and not library.is_input(name):
        construct = f"call of `{name}` while the address of `{escaping}` may be known outside"
        low.unmodelled(construct, expression.place)
    type_ = expression.type
    if low.dead or not isinstance(type_, IntType) or (name in library.OUTPUTS and not wanted):
        return None
    text, span = f"{name}()", expression.place.span
    one_bit = type_.boolean or name == "__VERIFIER_nondet_bool"
    result = low.temporary(type_.width, text, signed=type_.signed)
    low.read_input(result, text, "call", span, InputCall(name), one_bit=one_bit)
    return result


def _may_hold_address(type_: CType) -> bool:
    return not isinstance(type_, IntType | VoidType) and family(type_) != FLOATING_POINT


def _is_safe_pointer(argument: Expression, callee: str) -> bool:
    """Whether a callee can do nothing through a pointer: a string literal, null, a stream for output."""
    if conditions.is_zero(argument):
        return True
    while isinstance(argument, Cast):
        argument = argument.operand
    if isinstance(argument, Name):
        return (
            callee in library.OUTPUTS
            and argument.variable.name in library.STREAMS
            and argument.variable.owner is None
        )
    return isinstance(argument, Text)


def _call_defined(low: Lowering, expression: CallExpression, name: str, *, wanted: bool) -> Term | None:
    function = low.program.declarations.function(name)
    arguments, parameters = expression.arguments, function.parameters
    if len(arguments) != len(parameters) and not (function.variadic and len(arguments) > len(parameters)):
        _evaluate(low, arguments)
        low.unmodelled(f"call of `{name}` with a wrong number of arguments", expression.place)
        return None
    passed: list[Term] = []
    for argument, parameter in zip(arguments, parameters, strict=False):
        if not isinstance(parameter.type, IntType):
            discarding.discard(low, argument)  # nothing that reads the parameter is modelled
        elif not isinstance(argument.type, IntType) or not _fits(expression, argument.type, parameter.type):
            discarding.discard(low, argument)
            low.unmodelled(f"argument of `{name}` of a type that does not fit", expression.place)
        else:
            passed.append(convert(values.value(low, argument), argument.type, parameter.type))
    _evaluate(low, arguments[len(parameters) :])
    result = None
    if wanted and isinstance(function.returns, IntType):
        result = low.temporary(function.returns.width, f"{name}()", signed=function.returns.signed)
    if not low.dead:
        low.graph.emit(Call(() if result is None else (result,), name, tuple(passed)), expression.place.span)
    if (
        result is None
        or not isinstance(function.returns, IntType)
        or not isinstance(expression.type, IntType)
    ):
        return None
    return convert(result, function.returns, expression.type)


def _fits(expression: CallExpression, argument: IntType, parameter: IntType) -> bool:
    """Without a prototype, an argument must be as wide as the promoted parameter (C11 6.5.2.2p6)."""
    return expression.prototyped or promoted(argument).width == promoted(parameter).width
