"""Lowers the ends of functions: `return`, and running into the closing brace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting import gaps
from maymust.frontends.c.expressions import conversions, lifetimes
from maymust.frontends.c.expressions.missing_values import is_watched, note_return
from maymust.frontends.c.expressions.null_checks import check_returned
from maymust.frontends.c.source import Uninitialised
from maymust.frontends.c.storage.inputs import read_inputs
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.tree.statements import Return
from maymust.frontends.c.types import VoidType
from maymust.ir import program as ir
from maymust.terms import ArraySort, BitVecSort, Sort, Term, constant, fill

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.tree.places import Place
    from maymust.ir.source import Span


def execute_return(low: Lowering, statement: Return) -> None:
    """Returns, with the value that the statement gives."""
    assert low.function is not None
    returns, expression, place = low.function.returns, statement.value, statement.place
    if expression is None or isinstance(returns, VoidType):
        if expression is not None:
            with gaps.evaluation(low, expression) as gap:
                low.discard(expression)
            gaps.resume(low, gap)
        return_nothing(low, place)
        return
    with gaps.evaluation(low, expression) as gap:
        value = low.value_of(expression)
        if value is None:
            low.unmodelled(f"value that `{function_name(low.name)}` returns", place, evaluated=statement)
        else:
            value = conversions.converted(low, expression, value, returns)
    if value is not None and not low.dead:
        if lifetimes.ends_with(low, 0):
            value = low.kept(value, returns, place.span)
        check_returned(low, statement, value)
        _refuse_return(low, place)
    if value is not None and not low.dead:
        lifetimes.leave_function(low, place.span)
        note_return(low, place.span, has_value=True)
        low.graph.end(ir.Return(value), place.span)
    if gaps.follow(low, gap):
        low.graph.end(ir.Return(()), place.span)


def return_nothing(low: Lowering, place: Place, span: Span | None = None) -> None:
    """Returns without a value; where one is expected, it can be anything."""
    assert low.function is not None
    _refuse_return(low, place)
    if low.dead:
        return
    returns, span = low.function.returns, span or place.span
    lifetimes.leave_function(low, span)
    note_return(low, span, has_value=False)
    if isinstance(returns, VoidType):
        low.graph.end(ir.Return(()), span)
        return
    if low.program.shapes.obstacle(returns) is not None:
        low.unmodelled(f"value that `{function_name(low.name)}` returns", place)
        low.graph.end(ir.Return(()), span)
        return
    name = f"return value of {function_name(low.name)}"
    parts = low.program.shapes.parts(returns)
    if is_watched(low):  # nobody uses it
        low.graph.end(ir.Return(tuple([_zero(part.sort) for part in parts])), span)
        return
    result = tuple([low.temporary(part.sort, name, signed=part.signed) for part in parts])
    read_inputs(low, result, returns, name, "uninitialised", place, Uninitialised(name, None))
    low.graph.end(ir.Return(result), span)


def _refuse_return(low: Lowering, place: Place) -> None:
    """The path ends where a function returns that is declared not to (C11 6.7.4p8): compilers need not put
    its caller's code behind the call."""
    if low.program.declarations.never_returns(low.name) and not low.dead:
        low.wild(f"return from `{function_name(low.name)}`, which is declared not to return", place)


def _zero(sort: Sort) -> Term:
    if isinstance(sort, ArraySort):
        return fill(constant(0, sort.element), sort.index)
    assert isinstance(sort, BitVecSort)
    return constant(0, sort.width)
