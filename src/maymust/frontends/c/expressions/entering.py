"""Calls a function with a body, with arguments that have been evaluated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.builtins.outside import has_values
from maymust.frontends.c.expressions import conversions, variadic
from maymust.frontends.c.expressions.missing_values import check_used
from maymust.frontends.c.tree.expressions import CallExpression
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.types import CType, FloatType, FunctionType, IntType, PointerType, promoted
from maymust.ir.program import Call

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.terms import Term


def enter(
    low: Lowering,
    expression: CallExpression,
    name: str,
    given: list[Value | None],
    result: tuple[Term, ...],
) -> None:
    """Calls a function with a body, with arguments that have been evaluated."""
    function, shown = low.program.declarations.function(name), function_name(name)
    arguments, parameters = expression.arguments, function.parameters
    callable_ = (*low.program.called_back, name)
    if len(arguments) != len(parameters) and not (function.variadic and len(arguments) > len(parameters)):
        low.unmodelled(
            f"call of `{shown}` with a wrong number of arguments", expression.place, calls=callable_
        )
        return
    passed: list[Term] = []
    for argument, parameter, value in zip(arguments, parameters, given, strict=False):
        if low.dead:
            return
        if not low.program.is_passed(parameter):
            continue  # nothing that reads the parameter is modelled
        if value is None or not _fits(expression, argument.type, parameter.type):
            low.unmodelled(
                f"argument of `{shown}` of a type that does not fit", expression.place, calls=callable_
            )
        else:
            passed += conversions.converted(low, argument, value, parameter.type)
    if low.program.further(function) is not None:
        first = len(parameters)
        more = variadic.packed(low, [argument.type for argument in arguments[first:]], given[first:])
        if more is None or not _is_variadic(expression):
            low.unmodelled(
                f"call of the variadic function `{name}` with such arguments",
                expression.place,
                calls=callable_,
            )
        else:
            passed += more
    expected = low.program.shapes.parts(function.returns) if has_values(low, function.returns) else ()
    if low.dead:
        return
    if result and [r.sort for r in result] != [part.sort for part in expected]:
        low.unmodelled(f"result of `{shown}` of a type that does not fit", expression.place, calls=callable_)
        return
    low.graph.emit(Call(result, name, tuple(passed)), expression.place.span)
    if result:
        check_used(low, expression, name)


def _is_variadic(expression: CallExpression) -> bool:
    """Whether the function is called as a variadic one."""
    type_ = expression.callee.type
    if isinstance(type_, PointerType):
        type_ = type_.target
    return isinstance(type_, FunctionType) and type_.variadic


def _fits(expression: CallExpression, argument: CType, parameter: CType) -> bool:
    """Whether an argument is passed as the parameter expects it. Without a prototype, it must be as wide as
    the promoted parameter (C11 6.5.2.2p6)."""
    match argument, parameter:
        case IntType(), IntType():
            if expression.prototyped:
                return True
            is_same = argument.boolean or not parameter.boolean  # compilers do not convert, as C has it
            return is_same and promoted(argument).width == promoted(parameter).width
        case FloatType(), FloatType():
            return expression.prototyped or argument == parameter == FloatType(64)
        case PointerType(), PointerType():
            return True
    return argument == parameter
