"""Lowers calls: of functions with a body, of those known by name, and of the rest, which give inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.builtins import (
    allocation,
    argument_checks,
    output_results,
    registry,
    stored_inputs,
    streams,
)
from maymust.frontends.c.builtins.outside import call_outside, has_values
from maymust.frontends.c.emitting import checks
from maymust.frontends.c.expressions import conditions, indirect
from maymust.frontends.c.expressions.entering import enter
from maymust.frontends.c.expressions.watching import watch
from maymust.frontends.c.kinds import ASSERT
from maymust.frontends.c.library.requirements import filled
from maymust.frontends.c.tree.addresses import is_null
from maymust.frontends.c.tree.expressions import CallExpression, Expression
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.types import PointerType
from maymust.terms import TRUE

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.terms import Term


def call(low: Lowering, expression: CallExpression, *, wanted: bool) -> Value | None:
    """Makes the call. The result is None where the value is not wanted, not modelled, or not reached."""
    parts = (expression.callee, *expression.arguments)
    with watch(low, low.effects.clashes.among(parts), expression.place):
        return _watched_call(low, expression, wanted=wanted)


def _watched_call(low: Lowering, expression: CallExpression, *, wanted: bool) -> Value | None:
    if low.dead:
        return None
    name = expression.function
    if name is None:
        return indirect.call(low, expression, wanted=wanted)
    declarations = low.program.declarations
    obstacle = declarations.call_obstacle(name)
    if obstacle is not None and expression not in low.program.properties:
        _evaluate(low, expression.arguments)
        low.wild(obstacle, expression.place)
        return None
    reports = name in library.ERRORS and ASSERT in low.program.checks.asked
    if not reports and declarations.has_body(name):
        return _call_defined(low, expression, name, wanted=wanted)
    known = registry.is_known(expression)
    refused = library.is_intrinsic(name) or _may_write(expression, name)
    outside = not declarations.has_body(name) and not refused
    if outside and (not known or library.bounds_of_input(name) is not None or library.is_directive(name)):
        low.program.called_outside(name, expression.place, expression.type)
    if expression in low.program.properties:
        _report(low, expression, name)
        return None
    if known:
        return registry.result(low, expression)
    return _call_known(low, expression, name, wanted=wanted)


def _evaluate(low: Lowering, arguments: tuple[Expression, ...]) -> None:
    for argument in arguments:
        low.use(argument)


def _report(low: Lowering, expression: CallExpression, name: str) -> None:
    """A call that reports a violation, always or if its first argument is zero, or that asks for something
    that is not modelled."""
    if library.is_clause(name):
        low.unmodelled(f"clause `{name}` of a contract", expression.place, evaluated=expression, calls=())
    elif name in library.ASSERTIONS and expression.arguments:
        _evaluate(low, expression.arguments[1:])
        good, bad = low.graph.location(), low.graph.location()
        conditions.branch(low, expression.arguments[0], good, bad)
        low.graph.at(bad)
        low.violate(expression)
        low.graph.at(good)
    else:
        _evaluate(low, expression.arguments)
        low.violate(expression)


def _call_known(low: Lowering, expression: CallExpression, name: str, *, wanted: bool) -> Value | None:
    arguments, may_store = expression.arguments, low.program.printed_stores.may_store
    if (name in library.ASSUMPTIONS or name in library.ASSERTIONS) and arguments:
        _evaluate(low, arguments[1:])
        good = low.graph.location()
        conditions.branch(low, arguments[0], good, None)
        low.graph.at(good)
    elif name in library.STOPS or name in library.ERRORS or name in library.FAILED_ASSERTIONS:
        argument_checks.evaluate(low, expression)
        if name in library.EXITS:
            checks.check_leak(low, expression.place)
        low.stop()
    elif name in library.HINTS and arguments:
        if wanted:
            return low.value_of(arguments[0])
        low.use(arguments[0])
    elif name in library.ALLOCATIONS and isinstance(expression.type, PointerType):
        return allocation.allocate(low, expression)
    elif name in library.RELEASES:
        allocation.release(low, expression)
    elif name in library.OPENS and isinstance(expression.type, PointerType):
        return streams.open_stream(low, expression)
    elif name in library.CLOSES:
        if isinstance(expression.type, PointerType):
            return streams.reopen_stream(low, expression)
        return streams.close_stream(low, expression, wanted=wanted)
    elif name == library.UNREACHABLE and "unreachable" in low.program.checks.asked:
        checks.check(low, "unreachable", TRUE, "execution of unreachable code", expression.place)
    elif name == library.UNREACHABLE:
        low.unmodelled(f"undefined: {name}", expression.place, evaluated=expression, calls=())
    elif filled(low.program.shapes, expression):
        return stored_inputs.store(low, expression, wanted=wanted)
    elif library.is_intrinsic(name) or _may_write(expression, name) or may_store(expression):
        argument_checks.evaluate(low, expression)
        _leave(low, expression, name)
    elif wanted and output_results.is_known(expression):
        return output_results.result(low, expression)
    else:
        return call_outside(low, expression, name, wanted=wanted)
    return None


def _leave(low: Lowering, expression: CallExpression, name: str) -> None:
    """A call of a function that is not modelled, once its arguments are evaluated. One that calls back may
    get functions of others, who may call any function of ours; but there are no others if `main` is ours."""
    if library.goes_elsewhere(name):
        low.wild(f"`{name}`", expression.place)
        return
    others = library.calls_back(name) and low.program.entry != library.MAIN
    calls = low.program.functions if others else None
    low.unmodelled(f"`{name}`", expression.place, evaluated=expression, calls=calls)


def _may_write(expression: CallExpression, name: str) -> bool:
    """Whether a function of the C library is given memory that it writes to."""
    given = [
        expression.arguments[at] for at in library.written_arguments(name) if at < len(expression.arguments)
    ]
    return any(isinstance(argument.type, PointerType) and not is_null(argument) for argument in given)


def _call_defined(low: Lowering, expression: CallExpression, name: str, *, wanted: bool) -> Value | None:
    function = low.program.declarations.function(name)
    given = [low.value_of(argument) for argument in expression.arguments]
    if function.place.unit.is_model:
        if library.is_directive(function_name(name)):
            low.program.called_outside(function_name(name), expression.place, expression.type)
        evaluated = dict(zip(expression.arguments, given, strict=True))
        argument_checks.check_given(low, expression, evaluated, modelled=True)
        if low.program.printed_stores.may_store(expression, modelled=True):
            _leave(low, expression, function_name(name))
            return None
    parts = low.program.shapes.parts(function.returns) if has_values(low, function.returns) else ()
    result: tuple[Term, ...] = ()
    if wanted:
        text = f"{function_name(name)}()"
        result = tuple([low.temporary(part.sort, text, signed=part.signed) for part in parts])
    enter(low, expression, name, given, result)
    return result if wanted and result and not low.dead else None
