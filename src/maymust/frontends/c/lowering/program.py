"""From a parsed unit to a program: which function is analysed, what it needs, and how it starts."""

from __future__ import annotations

import difflib
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.c import library
from maymust.frontends.c.builtins.argument_checks import are_checked
from maymust.frontends.c.clang import prelude
from maymust.frontends.c.clang.parse import tool_headers
from maymust.frontends.c.effects.expressions import EffectAnalysis
from maymust.frontends.c.emitting import afterwards, gaps
from maymust.frontends.c.emitting.lowering import Lowering
from maymust.frontends.c.emitting.program import ProgramContext
from maymust.frontends.c.emitting.properties import Checks
from maymust.frontends.c.kinds import ASSERT, LOST
from maymust.frontends.c.library.printed_stores import PrintedStores
from maymust.frontends.c.lowering import lifetimes, lvalues, startup, statements, uninitialised, variadic
from maymust.frontends.c.lowering.evaluator import Evaluator
from maymust.frontends.c.lowering.missing_values import note_return
from maymust.frontends.c.memory import unchanged
from maymust.frontends.c.memory.overlaps import find_overlap
from maymust.frontends.c.points_to.result import PointsTo
from maymust.frontends.c.properties import guards, unset
from maymust.frontends.c.properties.doubtful import Doubtful, find_doubtful
from maymust.frontends.c.properties.reports import (
    find_aborts,
    find_properties,
    is_report,
    position,
    rule_properties,
    violation_site,
    with_indirect_calls,
)
from maymust.frontends.c.reading.variables import type_obstacle
from maymust.frontends.c.rewriting import clones
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
from maymust.frontends.c.storage.access import save
from maymust.frontends.c.storage.padding import copied
from maymust.frontends.c.tree.escapes import address_taken, functions_taken
from maymust.frontends.c.tree.leaves import Shapes
from maymust.frontends.c.tree.nodes import (
    CallExpression,
    Declare,
    Declared,
    Function,
    FunctionName,
    Name,
    Node,
    walk,
)
from maymust.frontends.c.types import FloatType, IntType, VoidType, is_scalar, size_of
from maymust.ir import program as ir
from maymust.ir.program import Procedure, Program, function_name
from maymust.ir.source import Span
from maymust.ir.validate import reads as ir_reads
from maymust.ir.validate import writes as ir_writes
from maymust.terms import constant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.frontends.c.clang.weaving import Weaving
    from maymust.frontends.c.emitting.graph import Finished
    from maymust.frontends.c.reading.declarations import Declarations
    from maymust.frontends.c.tree.nodes import Expression
    from maymust.ir.program import Property
    from maymust.terms import Sort

_WORDS = {"LP64": 64, "ILP32": 32}


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
    if library.MAIN in everywhere:
        return library.MAIN
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
    functions, used = _reachable(declarations, entry, asked)
    most = clones.MOST_NODES if copies else 0
    copied = clones.give_copies(declarations, functions, _initial_values(declarations, used), most)
    properties |= {new: properties[old] for new, old in copied.items() if old in properties}
    functions, used = _reachable(declarations, entry, asked)
    span = name_span(declarations, functions[0])
    shapes = declarations.shapes
    points = _points_to(
        declarations,
        shapes,
        functions,
        used,
        globals_are_inputs=globals_are_inputs,
        texts_are_read=are_checked(asked),
    )
    if ASSERT in asked:
        properties = with_indirect_calls(
            declarations, properties, _indirect_reports(declarations, functions, points)
        )
    of_rules: dict[str, Property] = {}
    if weaving is not None:
        of_rules = rule_properties(weaving, span)
        properties |= find_aborts(weaving, of_rules, functions)
    tracked = unset.tracked(functions, points, shortcuts=shortcuts) if "uninit" in asked else set()
    watched = guards.find(declarations, functions, points, asked)
    doubtful = Doubtful()
    if "bool" in asked:
        doubtful = find_doubtful(functions, declarations, shortcuts=shortcuts)
    checks = Checks(asked, tracked, watched, doubtful, lambda place: position(declarations, place))
    effects = EffectAnalysis(functions, declarations.never_returns, points, shapes, asked, tracked, watched)
    word = _WORDS[data_model]
    nodes = [node for function in functions for node in walk(function.body)]
    taken = functions_taken([*nodes, *[node for value in initialisers for node in walk(value)]])
    initial = [node for value in _initial_values(declarations, used) for node in walk(value)]
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
    finished = [_procedure(context, function, origins) for function in functions]
    merged = unchanged.merge(context.memory, [body for body, _ in finished])
    overlap = None
    if points.has_outside():
        shown = _shown(declarations, functions, used, initialisers)
        overlap = find_overlap(points, declarations, effects.of_function(entry), nodes, shown)
    if overlap is not None and assume_separate and not overlap.mixed:
        context.warnings.append(Diagnostic("warning", f"assumed to be false: {overlap.reason}", span))
        overlap = None
    started = startup.start(
        context, functions[0], span, globals_are_inputs=globals_are_inputs, overlap=overlap
    )
    finished.insert(0, _finish(started, (), (), origins))
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
    )
    if weaving is not None:
        context.warnings.extend(weaving.warnings)
    warnings = tuple(sorted(context.warnings, key=lambda warning: warning.span))
    source = _source(context, text, functions[0], origins)
    if weaving is not None:
        source = replace(source, rule_violations=weaving.violations)
    return program, warnings, source


def _shown(
    declarations: Declarations,
    functions: list[Function],
    used: set[Declared],
    initialisers: Iterable[Node],
) -> set[Declared]:
    """The variables whose address others may have got to know: those that functions mention which the entry
    does not reach, and those in initial values."""
    reached = {function.name.partition(".")[0] for function in functions}
    mentioned = declarations.mentioned_by([name for name in declarations.defined() if name not in reached])
    taken = address_taken([node for value in initialisers for node in walk(value)])
    return {*taken, *[declared for declared in used if declared.name in mentioned]}


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


def _reachable(
    declarations: Declarations, entry: str, asked: frozenset[str]
) -> tuple[list[Function], set[Declared]]:
    """The functions that modelled calls can reach from the entry, which comes first, and from what runs
    before it, each before those that only it calls; and the variables that these, or the initial values of
    such variables, mention."""
    found: dict[str, Function] = {}
    used: set[Declared] = set()
    work = [*declarations.run_first(), entry]
    while work:
        name = work.pop()
        reports = name in library.ERRORS and ASSERT in asked
        if name in found or reports or not declarations.has_body(name):
            continue
        found[name] = declarations.function(name)
        mentioned: list[str] = []
        roots: list[Node] = [found[name].body]
        while roots:
            nodes = walk(roots.pop())
            mentioned += [node.name for node in nodes if isinstance(node, FunctionName)]
            met = dict.fromkeys(node.variable for node in nodes if isinstance(node, Name))
            new = [variable for variable in met if variable not in used]
            used.update(new)
            roots += _initial_values(declarations, new)
        work += reversed(mentioned)
    return list(found.values()), used


def _indirect_reports(
    declarations: Declarations, functions: list[Function], points: PointsTo
) -> dict[CallExpression, str]:
    """Calls through pointers that may be of a function which reports a violation: its name."""
    found = {}
    for function in functions:
        for node in walk(function.body):
            if isinstance(node, CallExpression) and node.function is None:
                names = [name for name in points.callees(node) if is_report(declarations, name)]
                if names:
                    found[node] = names[0]
    return found


def _initial_values(declarations: Declarations, variables: Iterable[Declared]) -> list[Expression]:
    modelled = [v for v in variables if v.lasting and not v.outside and v.obstacle is None]
    return [declarations.initial_value(v) for v in modelled]


def _points_to(
    declarations: Declarations,
    shapes: Shapes,
    functions: list[Function],
    used: set[Declared],
    *,
    globals_are_inputs: bool,
    texts_are_read: bool,
) -> PointsTo:
    """What pointers may point to. Variables whose type has no values as a whole are in memory, too."""
    lasting = sorted((d for d in used if d.lasting and d.obstacle is None), key=lambda d: d.place.span)
    values = {d: declarations.initial_value(d) for d in lasting if not d.outside}
    nodes = [node for function in functions for node in walk(function.body)]
    nodes += [node for value in values.values() for node in walk(value)]
    taken = address_taken(nodes)
    declared = {node.variable for node in nodes if isinstance(node, Name | Declare)}
    taken |= {d for d in declared if shapes.obstacle(d.type) is not None and size_of(d.type) is not None}
    taken |= {d for d in declared if shapes.has_words(d.type)}
    points = PointsTo(declarations, shapes, taken, texts_are_read=texts_are_read)
    for variable, value in values.items():
        points.add_initialiser(variable, value)
    for variable in lasting:
        if variable.outside or (globals_are_inputs and variable.is_users):
            points.add_outside(variable)
    for function in functions:
        points.add_function(function)
    for parameter in functions[0].parameters:
        points.add_outside(parameter, separate=functions[0].name == library.MAIN)
    points.close()
    return points


def _is_number(declared: Declared) -> bool:
    return isinstance(declared.type, IntType | FloatType)


def _is_plain(context: ProgramContext, declared: Declared) -> bool:
    return context.obstacle(declared) is None and not context.memory.points.in_memory(declared)


def _procedure(
    context: ProgramContext, function: Function, origins: dict[tuple[str, int], Origin | Allocation | Answer]
) -> tuple[Procedure, Finished]:
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
        statements.return_nothing(low, function.place, span)
    _strand(low)
    modelled = (
        not isinstance(function.returns, VoidType) and context.shapes.obstacle(function.returns) is None
    )
    returns = tuple(part.sort for part in context.shapes.parts(function.returns)) if modelled else ()
    return _finish(low, tuple(parameters), returns, origins)


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


def _finish(
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
    made = Procedure(low.name, parameters, kept, returns, 0, 1, edges)
    return made, replace(graph, ways=ways, beyond=beyond)


def _end(span: Span) -> Span:
    """The closing brace of a body."""
    return Span(span.file, span.end_line, max(1, span.end_column - 1), span.end_line, span.end_column)


def name_span(declarations: Declarations, function: Function) -> Span:
    """Where the name of a defined function stands."""
    at = declarations.name_position(function.name)
    return Span(at.file, at.line, at.column, at.line, at.column + len(function.name.encode()))


def _source(
    context: ProgramContext,
    text: bytes,
    entry: Function,
    notes: dict[tuple[str, int], Origin | Allocation | Answer],
) -> Source:
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
        context.objects.outside(),
        context.objects.layouts(),
        tuple(context.undefined),
        context.objects.named(),
        context.objects.functions(),
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
