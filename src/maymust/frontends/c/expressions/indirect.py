"""Lowers calls through pointers: they are of the functions whose address is taken, by the object of the
pointer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.builtins import allocation, argument_checks, outside, registry
from maymust.frontends.c.emitting import checks
from maymust.frontends.c.expressions import conversions, entering
from maymust.frontends.c.kinds import ASSERT
from maymust.frontends.c.memory.targets import MemoryPlace
from maymust.frontends.c.properties.reports import is_report
from maymust.frontends.c.storage.access import check_number
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.ir.memory import CODE, OBJECT_WIDTH, UNINITIALISED
from maymust.terms import constant, eq, less, ne

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression
    from maymust.terms import Term


def call(low: Lowering, expression: CallExpression, *, wanted: bool) -> Value | None:
    """Makes the call. The result is None where the value is not wanted, or not reached."""
    value = low.pointer(expression.callee)
    program, span = low.program, expression.place.span
    if value is None or low.dead:
        return None
    object_, offset = low.stored(value[0], span), value[1]
    offset = low.stored(offset, span) if offset.value is None else offset
    parts = program.shapes.parts(expression.type) if outside.has_values(low, expression.type) else ()
    result = tuple([low.temporary(part.sort, signed=part.signed) for part in parts]) if wanted else ()
    given = [low.value_of(argument) for argument in expression.arguments]
    if low.dead:
        return None
    _check_callee(low, expression, object_, offset)
    behind = low.graph.location()
    for name in program.memory.points.callees(expression):
        chosen, onwards = low.graph.location(), low.graph.location()
        low.graph.split(eq(object_, constant(program.memory.code(name), OBJECT_WIDTH)), chosen, onwards, span)
        low.graph.at(chosen)
        _call_one(low, expression, name, given, result)
        low.graph.jump(behind)
        low.graph.at(onwards)
    low.unmodelled("call through a pointer", expression.place, evaluated=expression, calls=program.functions)
    low.graph.at(behind)
    return result if wanted else None


def _check_callee(low: Lowering, expression: CallExpression, object_: Term, offset: Term) -> None:
    """The path ends where a pointer is not to the start of something from outside or of a function."""
    memory, place = low.program.memory, expression.place
    ref = memory.points.value(expression.callee)[0]
    region = memory.region(ref)
    null, unset = (eq(object_, constant(number, OBJECT_WIDTH)) for number in (0, UNINITIALISED))
    subject, is_open = expression.callee.place, low.effects.trap_is_open(expression)
    if memory.may_be_number(ref):
        check_number(low, MemoryPlace(ref, object_, offset), "call", place)
    checks.check_null(low, null, "call through a null pointer", place, subject, is_open=is_open)
    if "deref" in low.program.checks.asked:
        checks.check(low, "deref", unset, "call through an uninitialised pointer", place)
    if region.named or region.allocated or not memory.shortcuts:
        data = less(object_, constant(CODE, OBJECT_WIDTH), signed=False)
        checks.check(low, "deref", data, "call through a pointer to data", place)
    if not memory.at_start(ref):
        in_middle = ne(offset, constant(0, memory.word))
        checks.check(low, "deref", in_middle, "call into the middle of a function", place)


def _call_one(
    low: Lowering,
    expression: CallExpression,
    name: str,
    given: list[Value | None],
    result: tuple[Term, ...],
) -> None:
    """Calls the function of that name, as a direct call would, with arguments that have been evaluated."""
    declarations, place = low.program.declarations, expression.place
    obstacle = declarations.call_obstacle(name)
    reports = is_report(declarations, name) and ASSERT in low.program.checks.asked
    if obstacle is not None and not reports:
        low.wild(obstacle, place)
    elif reports:
        _report(low, expression, name, given)
    elif declarations.has_body(name):
        if declarations.has_model(name):
            _check_arguments(low, expression, name, given, modelled=True)
            if low.program.printed_stores.may_store(replace(expression, function=name), modelled=True):
                low.unmodelled(f"call of `{name}` through a pointer", place)
                return
        entering.enter(low, expression, name, given, result)
    elif name in library.STOPS or name in library.ERRORS or name in library.FAILED_ASSERTIONS:
        if name in library.EXITS:
            checks.check_leak(low, place)
        low.stop()
    elif name in library.RELEASES and len(given) == 1 and given[0] is not None:
        target = low.program.memory.points.value(expression.arguments[0])
        object_, offset = given[0]
        allocation.free(low, expression, (object_, offset), target[0])
    elif library.is_without_effect(name) and not registry.is_known(replace(expression, function=name)):
        _check_arguments(low, expression, name, given)
        _call_outside(low, expression, name, result)
    else:
        low.unmodelled(f"call of `{function_name(name)}` through a pointer", place)


def _check_arguments(
    low: Lowering, expression: CallExpression, name: str, given: list[Value | None], *, modelled: bool = False
) -> None:
    evaluated = dict(zip(expression.arguments, given, strict=True))
    argument_checks.check_given(low, replace(expression, function=name), evaluated, modelled=modelled)


def _report(low: Lowering, expression: CallExpression, name: str, given: list[Value | None]) -> None:
    if not low.program.declarations.has_body(name):
        low.program.called_outside(name, expression.place, expression.type)
    if name in library.ASSERTIONS:
        if not given or given[0] is None:
            low.unmodelled(f"call of `{name}` through a pointer", expression.place)
            return
        good, bad = low.graph.location(), low.graph.location()
        holds = conversions.is_true(low, expression.arguments[0], given[0])
        low.graph.split(holds, good, bad, expression.place.span)
        low.graph.at(bad)
        low.violate(expression)
        low.graph.at(good)
    else:
        low.violate(expression)


def _call_outside(low: Lowering, expression: CallExpression, name: str, result: tuple[Term, ...]) -> None:
    """A function without a body that changes nothing."""
    declared = low.program.declarations.prototype(name)
    stores = low.program.printed_stores.may_store(replace(expression, function=name))
    if declared is None or declared.returns != expression.type or stores:
        low.unmodelled(f"call of `{function_name(name)}` through a pointer", expression.place)
        return
    low.program.called_outside(name, expression.place, expression.type)
    value = outside.input_result(low, expression, name, wanted=bool(result))
    if not low.dead and value is not None and result:
        for target, term in zip(result, value, strict=True):
            low.assign(target, term, expression.place.span)
