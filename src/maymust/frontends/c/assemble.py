"""From a parsed unit to a program: which function is analysed, what it needs, and how it starts."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.c import library, statements
from maymust.frontends.c.context import Lowering, ProgramContext
from maymust.frontends.c.declarations import type_obstacle
from maymust.frontends.c.effects import EffectAnalysis
from maymust.frontends.c.escapes import escaping_variable
from maymust.frontends.c.properties import find_properties, violation_site
from maymust.frontends.c.reading import read_initialisers
from maymust.frontends.c.source import (
    GlobalInput,
    HiddenInput,
    Origin,
    Parameter,
    ParameterInput,
    Signature,
    Source,
)
from maymust.frontends.c.tree import CallExpression, Constant, Function, Name, walk
from maymust.frontends.c.types import IntType
from maymust.ir import program as ir
from maymust.ir.program import START, Assign, Assume, Call, Procedure, Program
from maymust.ir.source import Span
from maymust.ir.validate import reads as ir_reads
from maymust.ir.validate import writes as ir_writes
from maymust.terms import bitvec, constant, less_equal

if TYPE_CHECKING:
    from maymust.frontends.c.declarations import Declarations
    from maymust.terms import Sort

_MAIN = "main"


def choose_entry(declarations: Declarations, path: str, wanted: str | None) -> str:
    """The function to analyse. Raises InputError where the choice is not clear."""
    defined = declarations.defined_in_main_file()
    everywhere = declarations.defined()
    if wanted is not None:
        if wanted in everywhere:
            return wanted
        near = difflib.get_close_matches(wanted, everywhere, n=5, cutoff=0.5) or everywhere[:10]
        known = "defined here: " + ", ".join(near) if near else "no function is defined here"
        raise _error(path, f"there is no function `{wanted}` with a body", known)
    if _MAIN in everywhere:
        return _MAIN
    if not defined:
        raise _error(path, "no function to analyse", "a function with a body is needed")
    if len(defined) == 1:
        return defined[0]
    listed = ", ".join(defined[:20]) + (", …" if len(defined) > 20 else "")
    raise _error(path, f"there is no `main`, and several functions: {listed}", "choose one with --entry")


def _error(path: str, message: str, hint: str) -> InputError:
    return InputError(Diagnostic("error", message, Span(path, 0, 0, 0, 0), hint))


def build_program(
    declarations: Declarations,
    path: str,
    text: bytes,
    entry: str,
    data_model: str,
    *,
    globals_are_inputs: bool,
) -> tuple[Program, tuple[Diagnostic, ...], Source]:
    """The program that starts at `entry`, warnings, and the source behind it."""
    functions = _reachable(declarations, entry)
    in_reach = [declarations.function(name) for name in declarations.functions_in_reach(entry)]
    initialisers = read_initialisers(declarations)
    # Also where only what is not modelled can lead.
    properties = find_properties(declarations, in_reach, initialisers)
    effects = EffectAnalysis(functions, declarations.never_returns)
    escaping = escaping_variable(declarations, [*(f.body for f in functions), *initialisers])
    context = ProgramContext(declarations, effects, properties, escaping)
    used = {node.variable for function in functions for node in walk(function.body) if isinstance(node, Name)}
    for declared in declarations.globals():
        if declared.obstacle is None and (not declared.outside or declared in used):
            context.lasting_variable(declared)
    origins: dict[tuple[str, int], Origin] = {}
    bodies = [_procedure(context, function, origins) for function in functions]
    start = _start(context, functions[0], origins, globals_are_inputs=globals_are_inputs)
    program = Program(
        file=path,
        data_model=data_model,
        entry=entry,
        globals=tuple(context.lasting.values()),
        procedures={procedure.name: procedure for procedure in (start, *bodies)},
        properties=tuple(properties.values()),
    )
    warnings = tuple(sorted(context.warnings, key=lambda warning: warning.span))
    return program, warnings, _source(context, text, functions[0], origins)


def _reachable(declarations: Declarations, entry: str) -> list[Function]:
    """The functions that modelled calls can reach, the entry first, each before those that only it calls."""
    found: dict[str, Function] = {}
    work = [entry]
    while work:
        name = work.pop()
        if name in found:
            continue
        found[name] = declarations.function(name)
        called = [
            n.function
            for n in walk(found[name].body)
            if isinstance(n, CallExpression) and n.function is not None
        ]
        work += [c for c in reversed(called) if c not in library.ERRORS and declarations.has_body(c)]
    return list(found.values())


def _procedure(
    context: ProgramContext, function: Function, origins: dict[tuple[str, int], Origin]
) -> Procedure:
    low = Lowering(context, function, function.name)
    parameters = [low.declare(p) for p in function.parameters if isinstance(p.type, IntType)]
    for parameter in function.parameters:
        if parameter.obstacle != type_obstacle(parameter.name, parameter.type):
            low.unmodelled(parameter.obstacle or parameter.name, parameter.place)
    statements.execute(low, function.body)
    span = _end(function.place.span)
    if function.name == _MAIN and isinstance(function.returns, IntType):
        low.graph.end(ir.Return((constant(0, function.returns.width),)), span)
    else:
        statements.return_nothing(low, span)
    _strand(low)
    returns = (bitvec(function.returns.width),) if isinstance(function.returns, IntType) else ()
    return _finish(low, tuple(parameters), returns, origins)


def _strand(low: Lowering) -> None:
    """Jumps to labels that lie in what is not modelled end there."""
    for target in low.labels.values():
        if target.scope is None:
            for location, _, span in target.waiting:
                low.graph.at(location)
                low.graph.end(ir.Unmodelled(f"goto `{target.name}`"), span)


def _finish(
    low: Lowering,
    parameters: tuple[ir.Variable, ...],
    returns: tuple[Sort, ...],
    origins: dict[tuple[str, int], Origin],
) -> Procedure:
    edges, notes = low.graph.finish()
    for location, note in notes.items():
        origins[low.name, location] = note  # type: ignore[assignment]
    used = {term for edge in edges for term in (*ir_reads(edge.statement), *ir_writes(edge.statement))}
    kept = tuple(v for v in low.locals if v.term in used)
    return Procedure(low.name, parameters, kept, returns, 0, 1, edges)


def _end(span: Span) -> Span:
    """The closing brace of a body."""
    return Span(span.file, span.end_line, max(1, span.end_column - 1), span.end_line, span.end_column)


def _start(
    context: ProgramContext,
    entry: Function,
    origins: dict[tuple[str, int], Origin],
    *,
    globals_are_inputs: bool,
) -> Procedure:
    """Sets every global, reads the parameters of the entry, and calls it."""
    low = Lowering(context, None, START)
    for declared, variable in context.lasting.items():
        assert isinstance(declared.type, IntType)
        span, name = declared.place.span, declared.name
        if declared.outside or (globals_are_inputs and not declared.const):
            boolean = declared.type.boolean
            origin = GlobalInput(name) if variable.name == name else HiddenInput()
            low.read_input(variable.term, name, "global", span, origin, one_bit=boolean)
        else:
            initial = context.declarations.initial_value(declared)
            assert isinstance(initial, Constant)
            low.graph.emit(Assign(variable.term, constant(initial.value, declared.type.width)), span)
    arguments = []
    for position, parameter in enumerate(entry.parameters):
        if isinstance(parameter.type, IntType):
            cell, name = low.declare(parameter).term, parameter.name or "unnamed parameter"
            boolean, span = parameter.type.boolean, parameter.place.span
            low.read_input(cell, name, "parameter", span, ParameterInput(position), one_bit=boolean)
            if entry.name == _MAIN and position == 0 and parameter.type.signed:
                low.graph.emit(Assume(less_equal(constant(0, cell.width), cell, signed=True)), span)
            arguments.append(cell)
    for what, place in context.declarations.run_by_themselves():
        low.unmodelled(what, place)
    span = name_span(context.declarations, entry)
    low.graph.emit(Call((), entry.name, tuple(arguments)), span)
    low.graph.end(ir.Return(()), span)
    return _finish(low, (), (), origins)


def name_span(declarations: Declarations, function: Function) -> Span:
    """Where the name of a defined function stands."""
    at = declarations.name_position(function.name)
    return Span(at.file, at.line, at.column, at.line, at.column + len(function.name.encode()))


def _source(
    context: ProgramContext, text: bytes, entry: Function, origins: dict[tuple[str, int], Origin]
) -> Source:
    declarations = context.declarations
    outside = [name for name in context.outside if declarations.prototype(name) is not None]
    sites = {found.id: violation_site(node) for node, found in context.properties.items()}
    return Source(
        text,
        _signature(declarations, entry),
        tuple(name for name in outside if not library.is_special(name)),
        tuple(name for name in outside if library.is_special(name)),
        origins,
        {id_: site for id_, site in sites.items() if site is not None},
    )


def _signature(declarations: Declarations, entry: Function) -> Signature:
    written = declarations.parameters(entry.name)
    prototype = declarations.prototype(entry.name)
    parameters = tuple(
        Parameter(type_, name, isinstance(declared.type, IntType))
        for (type_, name), declared in zip(written, entry.parameters, strict=True)
    )
    return Signature(
        entry.name,
        prototype.return_text if prototype is not None else "int",
        parameters,
    )
