"""Results → view model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, assert_never

import msgspec

from maymust.certificates.proof import proof_to_data
from maymust.diagnostics import Diagnostic
from maymust.engines.base import Progress
from maymust.frontends.c.kinds import RULE
from maymust.frontends.c.source import RuleViolation
from maymust.interp.replay import Run, TraceStep
from maymust.ir.program import Assign, Call, Havoc, Program, Property, Return, Variable
from maymust.report.invariants import invariant_views
from maymust.report.places import place_of
from maymust.report.values import shown_changes, shown_value
from maymust.report.view import (
    ChangeView,
    DiagnosticView,
    InputView,
    LinesView,
    Place,
    PropertyView,
    RuleViolationView,
    StepView,
    VacuousView,
)
from maymust.terms import ArrayValue, Term
from maymust.verdicts import Fails, Holds, PropertyResult, Unknown, Vacuous

if TYPE_CHECKING:
    from maymust.certificates.c.emitted_test import Exported  # slow to import, and seldom needed

_TRACE_LIMIT = 10_000  # steps of a program that a trace tells of: the last ones
_CHANGED_DEPTH = {Call: 1, Return: -1}  # whose variables such a step changes, from its own depth

Arrays = dict[tuple[int, Term], ArrayValue]  # by the depth of the activation (0: global) and the variable


def waiting_view(wanted: Property) -> PropertyView:
    """The view of a property on which work has not begun."""
    place = place_of(wanted.span)
    return PropertyView(wanted.id, wanted.kind, wanted.description, place, "UNKNOWN", reason="not started")


def property_view(
    result: PropertyResult,
    program: Program,
    sources: Mapping[str, list[str]],
    test: Exported | None,
    violations: Sequence[RuleViolation] = (),
) -> PropertyView:
    """The view of a result. `sources` has the lines of each source file, `test` the standalone test, and
    `violations` what rules may say."""
    view = msgspec.structs.replace(
        waiting_view(result.property),
        reason="",
        statistics=asdict(result.statistics),
        seconds=result.seconds,
        check_seconds=result.check_seconds,
        from_store=result.recalled,
    )
    if test is not None:
        view = _with_test(view, test)
    match result.verdict:
        case Holds(proof, check, vacuous):
            return msgspec.structs.replace(
                view,
                verdict="HOLDS",
                obligations=check.obligations,
                proof=proof_to_data(proof),
                invariants=invariant_views(proof, program),
                vacuous=None if vacuous is None else _vacuous_view(vacuous, program),
            )
        case Fails(run):
            said = _rule_violation(run, program, violations) if result.property.kind == RULE else None
            view = msgspec.structs.replace(view, verdict="FAILS", rule_violation=said)
        case Unknown(reason, run):
            view = msgspec.structs.replace(view, reason=reason)
        case _:
            assert_never(result.verdict)
    if run is None:
        return view
    variables = program.variables()
    return msgspec.structs.replace(
        view,
        inputs=_inputs(run, variables),
        trace=_trace(run, program, variables, sources),
        trace_left_out=max(0, run.step_count - _TRACE_LIMIT),
    )


def _with_test(view: PropertyView, test: Exported) -> PropertyView:
    fault = test.fault
    lines = None if fault is None else LinesView(fault.file, fault.first, fault.last)
    return msgspec.structs.replace(view, test=test.text, test_lines=lines, not_fed=list(test.not_fed))


def _vacuous_view(vacuous: Vacuous, program: Program) -> VacuousView:
    proof = vacuous.proof
    return VacuousView(invariant_views(proof, program), proof.depth, proof.exhaustive)


def partial_statistics(progress: Progress | None) -> dict[str, Any]:
    """What is known of work that was stopped."""
    return {} if progress is None else asdict(progress)


def diagnostic_view(diagnostic: Diagnostic) -> DiagnosticView:
    """The view of a diagnostic."""
    place = place_of(diagnostic.span) if diagnostic.span.file or diagnostic.span.line else None
    return DiagnosticView(diagnostic.severity, diagnostic.message, place, diagnostic.hint)


def _rule_violation(
    run: Run, program: Program, violations: Sequence[RuleViolation]
) -> RuleViolationView | None:
    """What a rule says where a run ends. The call that it was in is the last one from outside of the rule's
    actions, which may be long ago."""
    last = run.steps[-1]
    at = place_of(last.edge.span)
    message = next((v.message for v in violations if place_of(v.span) == at), "")
    for step in reversed(run.steps):
        if step.depth == last.depth - 1 and isinstance(step.edge.statement, Call):
            function = program.function(step.edge.statement.callee)
            return RuleViolationView(place_of(step.edge.span), function, at, message)
    return None


def _inputs(run: Run, variables: Mapping[str, Variable]) -> list[InputView]:
    found = []
    for edge, given in run.inputs:
        assert isinstance(edge.statement, Havoc)
        variable = variables.get(edge.statement.target.name or "")
        value = shown_value(given.value, variable)
        found.append(InputView(edge.statement.name, edge.statement.kind, value, place_of(edge.span)))
    return found


def _trace(
    run: Run, program: Program, variables: Mapping[str, Variable], sources: Mapping[str, list[str]]
) -> list[StepView]:
    """Steps in a row on one line are one, until a variable changes twice; calls stand alone. What happens
    before the entry is left out."""
    owners = program.owners()
    steps: list[StepView] = []
    arrays: Arrays = {}
    for step in run.steps[-_TRACE_LIMIT:]:
        place, changes = place_of(step.edge.span), _changes(step, variables, owners, arrays)
        if step.depth == 1:
            continue
        statement = step.edge.statement
        calls = program.function(statement.callee) if isinstance(statement, Call) else ""
        last = steps[-1] if steps else None
        if last is not None and not calls and _continues(last, step, place, changes):
            last.changes.extend(changes)
        else:
            text = _line(sources, place)
            steps.append(StepView(place, program.function(step.procedure), step.depth, text, calls, changes))
    return steps


def _changes(
    step: TraceStep, variables: Mapping[str, Variable], owners: Mapping[str, str], arrays: Arrays
) -> list[ChangeView]:
    """What the step has changed. `arrays` has the arrays before it, and then those after it."""
    found = []
    for term, value in step.changes:
        variable = variables.get(term.name or "")
        if variable is None:
            continue
        owner = owners.get(variable.name, "")
        place = (step.depth + _CHANGED_DEPTH.get(type(step.edge.statement), 0) if owner else 0, term)
        before = arrays.get(place) if _is_changed_in_place(step, term) else None
        if variable.described:
            for name, shown in shown_changes(variable.described, before, value, variable):
                found.append(ChangeView(owner, name, shown))
        if isinstance(value, ArrayValue):
            arrays[place] = value
    return found


def _is_changed_in_place(step: TraceStep, term: Term) -> bool:
    statement = step.edge.statement
    return isinstance(statement, Assign) and term in statement.value.free


def _continues(last: StepView, step: TraceStep, place: Place, changes: list[ChangeView]) -> bool:
    same_line = (last.place.file, last.place.line, last.depth) == (place.file, place.line, step.depth)
    changed = {(c.procedure, c.name) for c in last.changes}
    return same_line and not last.calls and changed.isdisjoint((c.procedure, c.name) for c in changes)


def _line(sources: Mapping[str, list[str]], place: Place) -> str:
    lines = sources.get(place.file, [])
    return lines[place.line - 1].strip() if 0 < place.line <= len(lines) else ""
