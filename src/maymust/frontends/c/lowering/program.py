"""Makes a program of a parsed unit: finds what the entry needs, analyses it, and lowers it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic
from maymust.frontends.c.builtins.argument_checks import are_checked
from maymust.frontends.c.effects.expressions import EffectAnalysis
from maymust.frontends.c.emitting import afterwards
from maymust.frontends.c.emitting.program import ProgramContext
from maymust.frontends.c.emitting.properties import Checks
from maymust.frontends.c.kinds import ASSERT, LOST
from maymust.frontends.c.library.printed_stores import PrintedStores
from maymust.frontends.c.lowering import startup
from maymust.frontends.c.lowering.exported import name_span, source_of
from maymust.frontends.c.lowering.procedures import finish, lower_function
from maymust.frontends.c.memory import unchanged
from maymust.frontends.c.memory.overlaps import find_overlap
from maymust.frontends.c.points_to.program import points_to
from maymust.frontends.c.properties import guards, unset
from maymust.frontends.c.properties.doubtful import Doubtful, find_doubtful
from maymust.frontends.c.properties.reports import (
    find_aborts,
    find_properties,
    indirect_reports,
    is_report,
    position,
    rule_properties,
    with_indirect_calls,
)
from maymust.frontends.c.reading.reach import initial_values, reachable, shown_outside
from maymust.frontends.c.rewriting.pipeline import rewrite_program
from maymust.frontends.c.source import (
    Allocation,
    Answer,
    Origin,
    Source,
)
from maymust.frontends.c.tree.escapes import functions_taken
from maymust.frontends.c.tree.expressions import Declared
from maymust.frontends.c.tree.nodes import walk
from maymust.frontends.c.tree.statements import Function
from maymust.frontends.c.types import FloatType, IntType
from maymust.ir.program import Program

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.frontends.c.clang.weaving import Weaving
    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.reading.declarations import Declarations
    from maymust.ir.program import Property

_WORDS = {"LP64": 64, "ILP32": 32}


def build_program(
    declarations: Declarations,
    path: str,
    text: bytes,
    entry: str,
    data_model: str,
    *,
    globals_are_inputs: bool,
    malloc_may_fail: bool,
    assume_separate: bool,
    asked: frozenset[str],
    weaving: Weaving | None = None,
    copies: bool = True,
    shortcuts: bool = True,
) -> tuple[Program, tuple[Diagnostic, ...], Source]:
    """The program that starts at `entry`, with properties of the kinds that are asked for and of the rules
    that were woven into its text, warnings, and the source behind it."""
    in_reach = [declarations.function(name) for name in declarations.functions_in_reach(entry)]
    initialisers = declarations.initialisers()
    # Also where only what is not modelled can lead.
    properties = find_properties(declarations, in_reach, initialisers) if ASSERT in asked else {}
    functions, used = reachable(declarations, entry, asked)
    copied = rewrite_program(
        functions,
        initial_values(declarations, used),
        declarations.shapes,
        declarations.define,
        copies=copies,
    )
    properties |= {new: properties[old] for new, old in copied.items() if old in properties}
    functions, used = reachable(declarations, entry, asked)
    span = name_span(declarations, functions[0])
    shapes = declarations.shapes
    points = points_to(
        declarations,
        shapes,
        functions,
        used,
        globals_are_inputs=globals_are_inputs,
        texts_are_read=are_checked(asked),
    )
    if ASSERT in asked:
        properties = with_indirect_calls(
            declarations, properties, indirect_reports(declarations, functions, points)
        )
    of_rules: dict[str, Property] = {}
    if weaving is not None:
        of_rules = rule_properties(weaving, span)
        properties |= find_aborts(weaving, of_rules, functions)
    checks = _checks(declarations, functions, points, asked, shortcuts=shortcuts)
    effects = EffectAnalysis(
        functions, declarations.never_returns, points, shapes, asked, checks.tracked, checks.guards
    )
    word = _WORDS[data_model]
    nodes = [node for function in functions for node in walk(function.body)]
    taken = functions_taken([*nodes, *[node for value in initialisers for node in walk(value)]])
    initial = [node for value in initial_values(declarations, used) for node in walk(value)]
    context = ProgramContext(
        declarations,
        effects,
        properties,
        shapes,
        points,
        word,
        checks,
        entry,
        PrintedStores(
            [*nodes, *initial],
            functions[0],
            lambda name: declarations.definition(name) is not None,
        ),
        functions=tuple([function.name for function in functions]),
        called_back=tuple([function.name for function in functions if function.name in taken]),
        reports_back=ASSERT in asked and any(is_report(declarations, name) for name in sorted(taken)),
        malloc_may_fail=malloc_may_fail,
        shortcuts=shortcuts,
    )
    for declared in declarations.globals():
        if _is_plain(context, declared) and (declared in used or _is_number(declared)):
            context.lasting_variable(declared)
    origins: dict[tuple[str, int], Origin | Allocation | Answer] = {}
    finished = [lower_function(context, function, origins) for function in functions]
    merged = unchanged.merge(context.memory, [body for body, _ in finished])
    overlap = None
    if points.has_outside():
        shown = shown_outside(declarations, functions, used, initialisers)
        overlap = find_overlap(points, declarations, effects.of_function(entry), nodes, shown)
    if overlap is not None and assume_separate and not overlap.mixed:
        context.warnings.append(Diagnostic("warning", f"assumed to be false: {overlap.reason}", span))
        overlap = None
    started = startup.start(
        context, functions[0], span, globals_are_inputs=globals_are_inputs, overlap=overlap
    )
    finished.insert(0, finish(started, (), (), origins))
    ways = {procedure.name: found.ways for procedure, found in finished}
    if afterwards.has_gaps(ways):
        ways = {procedure.name: found.beyond for procedure, found in finished}
    found = _properties(context, functions[0], ways, of_rules)
    lost = {p.id for p in found}.difference(*[graph.violated for _, graph in finished])
    bodies = afterwards.with_hidden([body for body, _ in finished], ways, [p.id for p in found], lost)
    procedures = {body.name: unchanged.renamed(body, merged) for body in bodies}
    lasting = [variable for variables in context.lasting.values() for variable in variables]
    program = Program(
        file=path,
        data_model=data_model,
        entry=entry,
        globals=(*lasting, *startup.memory_variables(context)),
        procedures=procedures,
        properties=found,
        memory=context.objects.described(),
    )
    if weaving is not None:
        context.warnings.extend(weaving.warnings)
    warnings = tuple(sorted(context.warnings, key=lambda warning: warning.span))
    source = source_of(context, text, functions[0], origins)
    if weaving is not None:
        source = replace(source, rule_violations=weaving.violations)
    return program, warnings, source


def _checks(
    declarations: Declarations,
    functions: list[Function],
    points: PointsTo,
    asked: frozenset[str],
    *,
    shortcuts: bool,
) -> Checks:
    """What is asked for, and what must be watched for it."""
    tracked = unset.tracked(functions, points, shortcuts=shortcuts) if "uninit" in asked else set()
    watched = guards.find(declarations, functions, points, asked)
    doubtful = Doubtful()
    if "bool" in asked:
        doubtful = find_doubtful(functions, declarations, shortcuts=shortcuts)
    return Checks(asked, tracked, watched, doubtful, lambda place: position(declarations, place))


def _properties(
    context: ProgramContext,
    entry: Function,
    ways: Mapping[str, tuple[afterwards.Way, ...]],
    of_rules: Mapping[str, Property],
) -> tuple[Property, ...]:
    """The properties, in the order of the source, also those that only what is not modelled can lead to.
    Where there are none, but it is not known where the code goes on behind something, that this is not
    reached is one."""
    checks = context.checks
    used = afterwards.violated(ways)
    if LOST in checks.asked and any(region.on_heap for region in context.memory.regions()):
        used.add(checks.property(LOST, "memory that gets lost", entry.place).id)
    asserted = dict.fromkeys([*context.properties.values(), *of_rules.values()])
    found = [*asserted, *checks.found(used)]
    wanted = sorted(checks.asked - {ASSERT})
    if not found and wanted and afterwards.goes_anywhere(ways):
        hidden = "violation hidden in what is not modelled"
        found = [checks.property(wanted[0], hidden, entry.place)]
    places = {p.id: node.place for node, p in context.properties.items()}
    places |= {p.id: entry.place for p in of_rules.values()}
    return tuple(sorted(found, key=lambda p: checks.order(p, places.get(p.id))))


def _is_number(declared: Declared) -> bool:
    return isinstance(declared.type, IntType | FloatType)


def _is_plain(context: ProgramContext, declared: Declared) -> bool:
    return context.obstacle(declared) is None and not context.memory.points.in_memory(declared)
