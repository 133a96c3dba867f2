"""Collects what the exporter of tests needs to know about the source behind a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.clang import prelude
from maymust.frontends.c.clang.parse import tool_headers
from maymust.frontends.c.emitting.program import ProgramContext
from maymust.frontends.c.properties.reports import is_report, violation_site
from maymust.frontends.c.source import (
    Allocation,
    Answer,
    CallSite,
    LabelSite,
    Origin,
    Parameter,
    ReadSite,
    Result,
    Signature,
    Source,
)
from maymust.frontends.c.tree.expressions import CallExpression
from maymust.frontends.c.tree.nodes import Node
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.tree.statements import Function
from maymust.frontends.c.types import IntType, VoidType, is_scalar
from maymust.ir.source import Span

if TYPE_CHECKING:
    from maymust.frontends.c.reading.declarations import Declarations


def name_span(declarations: Declarations, function: Function) -> Span:
    """Where the name of a defined function stands."""
    at = declarations.name_position(function.name)
    return Span(at.file, at.line, at.column, at.line, at.column + len(function.name.encode()))


def source_of(
    context: ProgramContext,
    text: bytes,
    entry: Function,
    notes: dict[tuple[str, int], Origin | Allocation | Answer],
) -> Source:
    """What is known of the source; `notes` are those on locations of procedures."""
    declarations = context.declarations
    outside = [name for name in context.outside if not name.startswith("__builtin_")]
    sites: dict[str, CallSite | LabelSite | ReadSite | None] = {
        found.id: violation_site(node, _error_function(context, node))
        for node, found in context.properties.items()
    }
    for id_, place in context.checks.places("uninit").items():
        extent = place.plain_bytes() or place.name_bytes()
        sites[id_] = None if extent is None else ReadSite(*extent)
    unknown = {name: function_name(name) for name in outside if not library.is_special(name)}
    inputs = tuple(dict.fromkeys(unknown.values()))
    return Source(
        text,
        _signature(declarations, entry, context),
        inputs,
        tuple(name for name in outside if library.is_special(name)),
        {at: note for at, note in notes.items() if not isinstance(note, Allocation | Answer)},
        {id_: site for id_, site in sites.items() if site is not None},
        {at: note for at, note in notes.items() if isinstance(note, Allocation)},
        _results(context, unknown),
        tuple(context.undefined),
        declared=prelude.declared_for(text, context.outside, declarations.unit.declares_itself),
        headers=tool_headers(declarations.unit),
        answers={at: note for at, note in notes.items() if isinstance(note, Answer)},
        run_first=tuple(declarations.run_first()),
    )


def _error_function(context: ProgramContext, node: Node) -> Function | None:
    """The function with a body that reports a violation if it is what is called through a pointer."""
    if not isinstance(node, CallExpression) or node.function is not None:
        return None
    declarations = context.declarations
    names = [name for name in context.memory.points.callees(node) if is_report(declarations, name)]
    defined = [name for name in names if declarations.has_body(name)]
    return declarations.function(defined[0]) if len(defined) == len(names) == 1 else None


def _results(context: ProgramContext, functions: dict[str, str]) -> dict[str, Result]:
    """What functions give, by the names that the source has for them."""
    found: dict[str, Result] = {}
    for known_as, name in functions.items():
        returns = context.outside[known_as]
        if isinstance(returns, VoidType):
            found[name] = Result("void", ())
        elif not isinstance(returns, IntType) and context.shapes.obstacle(returns) is None:
            text = context.objects.text(returns)
            if text is not None:
                found[name] = Result(text, context.objects.parts(returns))
    return found


def _signature(declarations: Declarations, entry: Function, context: ProgramContext) -> Signature:
    written = declarations.parameters(entry.name)
    prototype = declarations.prototype(entry.name)
    parameters = tuple(
        Parameter(type_, name, context.is_passed(declared), is_scalar(declared.type))
        for (type_, name), declared in zip(written, entry.parameters, strict=True)
    )
    return Signature(
        entry.name,
        prototype.return_text if prototype is not None else "int",
        parameters,
    )
