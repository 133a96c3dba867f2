"""The view of bounded verification: what is shown of it, and the JSON of `maymust bound --json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import BoundedVerdict, HoldsWithin, UndecidedWithin, ViolatedWithin
from maymust.engines.forge.coverage import Coverage
from maymust.engines.forge.hints import Hint
from maymust.fir.execution import Execution
from maymust.fir.graph import Graph, Node, graphs_of
from maymust.fir.graph_text import action_text
from maymust.fir.tree import Program
from maymust.fir.values import Relation, State, shown
from maymust.report.places import place_of
from maymust.report.view import DiagnosticView, Place

SCHEMA = "maymust-bounded-1"

Values = dict[str, str]


class BoundView(msgspec.Struct):
    """A bound, in words and in numbers."""

    text: str
    scope: int
    scopes: dict[str, int]
    width: int
    unrollings: int


class BoundedStepView(msgspec.Struct):
    """A statement that was executed; `taken` of a branch, `changes` of the others."""

    place: Place
    statement: int
    text: str
    depth: int
    taken: bool | None
    changes: Values


class CoveredView(msgspec.Struct):
    """How many of a statement's copies were covered, and why others were not."""

    place: Place
    statement: int
    text: str
    covered: int
    copies: int
    cause: str = ""
    hint: str = ""


class CoverageView(msgspec.Struct):
    """What the verdict needed. `hint` tells why the specification was not, if so."""

    specification: bool
    statements: list[CoveredView]
    cause: str = ""
    hint: str = ""


class BoundedView(msgspec.Struct):
    """The verdict on a procedure, or of C on a property of it, `claim`; `id` tells it from the others.

    `larger` tells of a bound that was not finished, if one was tried.
    """

    procedure: str
    place: Place
    verdict: Literal["HOLDS WITHIN", "FAILS", "UNKNOWN"]
    bound: BoundView
    reason: str = ""
    larger: str = ""
    initial: Values = {}
    steps: list[BoundedStepView] = []
    final: Values = {}
    coverage: CoverageView | None = None
    notes: list[str] = []
    variables: int = 0
    clauses: int = 0
    seconds: float = 0.0
    id: str = ""
    claim: str = ""


class BoundedReport(msgspec.Struct):
    """All that `maymust bound` tells of a file."""

    schema: str
    version: str
    file: str
    diagnostics: list[DiagnosticView]
    procedures: list[BoundedView]
    exit_code: int


def bound_view(bound: Bound) -> BoundView:
    """The view of a bound."""
    return BoundView(str(bound), bound.scope, dict(bound.scopes), bound.width, bound.unrollings)


def bounded_view(program: Program, name: str, verdict: BoundedVerdict, seconds: float) -> BoundedView:
    """The view of a verdict."""
    graphs = graphs_of(program)
    place = place_of(program.procedures[name].span)
    bound = bound_view(verdict.bound)
    match verdict:
        case UndecidedWithin(reason=reason):
            return BoundedView(name, place, "UNKNOWN", bound, reason, seconds=seconds, id=name)
        case ViolatedWithin(statistics=statistics, execution=execution):
            view = BoundedView(name, place, "FAILS", bound, seconds=seconds, id=name)
            view.initial = _state(execution.initial)
            view.steps = _steps(execution, graphs)
            view.final = _changed(execution)
        case HoldsWithin(statistics=statistics, coverage=coverage, hints=hints):
            view = BoundedView(name, place, "HOLDS WITHIN", bound, seconds=seconds, id=name)
            view.notes = list(verdict.notes)
            if coverage:
                view.coverage = _coverage(coverage, hints, _nodes(graphs))
    view.variables, view.clauses = statistics.variables, statistics.clauses
    return view


def waiting_view(program: Program, name: str, bound: Bound, reason: str) -> BoundedView:
    """The view of a procedure of which nothing is known."""
    place = place_of(program.procedures[name].span)
    return BoundedView(name, place, "UNKNOWN", bound_view(bound), reason, id=name)


def _nodes(graphs: Mapping[str, Graph]) -> dict[int, Node]:
    return {number: node for graph in graphs.values() for number, node in graph.nodes.items()}


def _values(values: Mapping[str, Relation]) -> Values:
    return {name: shown(value) for name, value in values.items()}


def _state(state: State) -> Values:
    return _values({**state.extents, **state.variables})


def _steps(execution: Execution, graphs: Mapping[str, Graph]) -> list[BoundedStepView]:
    nodes = _nodes(graphs)
    found = []
    for step in execution.steps:
        action = nodes[step.statement].action
        text = action_text(action)
        changes = _values(step.changes)
        found.append(
            BoundedStepView(place_of(action.span), step.statement, text, step.depth, step.taken, changes)
        )
    return found


def _changed(execution: Execution) -> Values:
    """What is different at the end."""
    first, last = execution.initial, execution.final
    before = {**first.extents, **first.variables}
    after = {**last.extents, **last.variables}
    return _values({name: value for name, value in after.items() if before.get(name) != value})


def _coverage(coverage: Coverage, hints: tuple[Hint, ...], nodes: Mapping[int, Node]) -> CoverageView:
    why = {hint.statement: hint for hint in hints}
    statements = []
    for number, fraction in coverage.statements.items():
        action = nodes[number].action
        hint = why.get(number)
        view = CoveredView(
            place_of(action.span), number, action_text(action), fraction.covered, fraction.copies
        )
        if hint:
            view.cause, view.hint = hint.cause, hint.text
        statements.append(view)
    found = CoverageView(coverage.specification, statements)
    if 0 in why:
        found.cause, found.hint = why[0].cause, why[0].text
    return found


def exit_code_of(views: list[BoundedView]) -> int:
    """As that of `maymust check`."""
    verdicts = {view.verdict for view in views}
    return 1 if "FAILS" in verdicts else 3 if "UNKNOWN" in verdicts else 0
