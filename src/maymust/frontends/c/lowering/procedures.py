"""Lowers a function to a procedure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.emitting import gaps
from maymust.frontends.c.emitting.lowering import Lowering
from maymust.frontends.c.emitting.program import ProgramContext
from maymust.frontends.c.expressions import lifetimes, lvalues, uninitialised, variadic
from maymust.frontends.c.expressions.missing_values import note_return
from maymust.frontends.c.lowering import returning, statements
from maymust.frontends.c.lowering.evaluator import Evaluator
from maymust.frontends.c.reading.variables import type_obstacle
from maymust.frontends.c.source import Allocation, Answer, Origin
from maymust.frontends.c.storage.access import save
from maymust.frontends.c.storage.padding import copied
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.tree.statements import Function
from maymust.frontends.c.types import IntType, VoidType
from maymust.ir import program as ir
from maymust.ir.program import Procedure
from maymust.ir.source import Span
from maymust.ir.validate import reads as ir_reads
from maymust.ir.validate import writes as ir_writes
from maymust.terms import constant

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.graph import Finished
    from maymust.terms import Sort


def lower_function(
    context: ProgramContext, function: Function, origins: dict[tuple[str, int], Origin | Allocation | Answer]
) -> tuple[Procedure, Finished]:
    """The procedure of a function, and the graph that it is made of. Adds to the origins."""
    low = Evaluator(context, function, function.name)
    with gaps.evaluation(low) as gap:
        parameters = _parameters(low, function)
    gaps.resume(low, gap)
    statements.execute(low, function.body)
    span = _end(function.place.span)
    if function.name == library.MAIN and isinstance(function.returns, IntType):
        lifetimes.leave_function(low, span)
        note_return(low, span, has_value=True)
        low.graph.end(ir.Return((constant(0, function.returns.width),)), span)
    else:
        returning.return_nothing(low, function.place, span)
    _strand(low)
    modelled = (
        not isinstance(function.returns, VoidType) and context.shapes.obstacle(function.returns) is None
    )
    returns = tuple(part.sort for part in context.shapes.parts(function.returns)) if modelled else ()
    return finish(low, tuple(parameters), returns, origins)


def _parameters(low: Lowering, function: Function) -> list[ir.Variable]:
    """The parameters of a procedure, with those that live in memory stored there."""
    context = low.program
    lifetimes.enter_function(low, function)
    parameters: list[ir.Variable] = []
    for parameter in function.parameters:
        if not context.is_passed(parameter):
            if parameter.obstacle != type_obstacle(parameter.name, parameter.type):
                low.wild(parameter.obstacle or parameter.name, parameter.place)
            continue
        given = low.declare(parameter)
        parameters += given
        if context.memory.points.in_memory(parameter):
            lifetimes.enter(low, parameter, parameter.place)
            value = tuple([v.term for v in given])
            target = lvalues.variable(low, parameter)
            padding = copied(low, target, None, parameter.type, parameter.place)
            leaves = (*context.shapes.leaves(parameter.type), *padding.leaves)
            save(low, target, leaves, (*value, *padding.value), parameter.place)
    if function.further is not None:
        parameters += variadic.declare(low, function.further, is_passed=context.further(function) is not None)
    return parameters


def _strand(low: Lowering) -> None:
    """Jumps to labels that lie in what is not modelled end there."""
    for target in low.labels.values():
        if target.scope is None:
            for location, _, place in target.waiting:
                low.graph.at(location)
                low.wild(f"goto `{target.name}`", place)


def finish(
    low: Lowering,
    parameters: tuple[ir.Variable, ...],
    returns: tuple[Sort, ...],
    origins: dict[tuple[str, int], Origin | Allocation | Answer],
) -> tuple[Procedure, Finished]:
    """The procedure, and the graph that it is made of."""
    graph = low.graph.finish()
    bits = low.set_bits.values() if low.program.memory.shortcuts else ()
    edges = uninitialised.without_evident(graph.edges, bits)
    ways, beyond = (uninitialised.without_evident(found, bits) for found in (graph.ways, graph.beyond))
    for location, note in graph.notes.items():
        origins[low.name, location] = note  # type: ignore[assignment]
    used = {term for edge in edges for term in (*ir_reads(edge.statement), *ir_writes(edge.statement))}
    kept = tuple(v for v in low.locals if v.term in used)
    function = function_name(low.name)
    known_as = "" if function == low.name else function
    made = Procedure(low.name, parameters, kept, returns, 0, 1, edges, known_as)
    return made, replace(graph, ways=ways, beyond=beyond)


def _end(span: Span) -> Span:
    """The closing brace of a body."""
    return Span(span.file, span.end_line, max(1, span.end_column - 1), span.end_line, span.end_column)
