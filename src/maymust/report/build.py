"""Results → view model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from maymust.certificates.proof import proof_to_data
from maymust.diagnostics import Diagnostic
from maymust.interp.replay import Run
from maymust.ir.program import Havoc, Program, Variable
from maymust.ir.source import Span
from maymust.report.view import ChangeView, DiagnosticView, InputView, Place, PropertyView, StepView
from maymust.terms import to_signed
from maymust.verdicts import Fails, Holds, PropertyResult, Unknown

_TRACE_LIMIT = 10_000  # steps shown of a longer trace: its end


def property_view(
    result: PropertyResult, program: Program, sources: Mapping[str, list[str]], test: str | None
) -> PropertyView:
    """The view of a result. `sources` has the lines of each source file, `test` the standalone test."""
    verdict, wanted = result.verdict, result.property
    view = PropertyView(
        id=wanted.id,
        kind=wanted.kind,
        description=wanted.description,
        place=place_of(wanted.span),
        verdict="HOLDS"
        if isinstance(verdict, Holds)
        else "FAILS"
        if isinstance(verdict, Fails)
        else "UNKNOWN",
        reason=verdict.reason if isinstance(verdict, Unknown) else "",
        obligations=verdict.check.obligations if isinstance(verdict, Holds) else 0,
        proof=proof_to_data(verdict.proof) if isinstance(verdict, Holds) else None,
        test=test,
        statistics=asdict(result.statistics),
        seconds=result.seconds,
        check_seconds=result.check_seconds,
    )
    run = None if isinstance(verdict, Holds) else verdict.run
    if run is None:
        return view
    variables = program.variables()
    fields = {f: getattr(view, f) for f in view.__struct_fields__}
    fields |= {"inputs": _inputs(run, variables), "trace": _trace(run, variables, sources)}
    return PropertyView(**fields)


def diagnostic_view(diagnostic: Diagnostic) -> DiagnosticView:
    """The view of a diagnostic."""
    place = place_of(diagnostic.span) if diagnostic.span.file or diagnostic.span.line else None
    return DiagnosticView(diagnostic.severity, diagnostic.message, place, diagnostic.hint)


def place_of(span: Span) -> Place:
    """Where a span begins."""
    return Place(span.file, span.line, span.column)


def shown_value(value: int, variable: Variable | None) -> int:
    """A value as a person reads it: signed where the variable is."""
    if variable is None or not variable.signed:
        return value
    return to_signed(value, variable.term.width)


def _inputs(run: Run, variables: Mapping[str, Variable]) -> list[InputView]:
    found = []
    for edge, given in run.inputs:
        assert isinstance(edge.statement, Havoc)
        variable = variables.get(edge.statement.target.name or "")
        value = shown_value(given.value, variable)
        found.append(InputView(edge.statement.name, edge.statement.kind, value, place_of(edge.span)))
    return found


def _trace(run: Run, variables: Mapping[str, Variable], sources: Mapping[str, list[str]]) -> list[StepView]:
    """Consecutive steps on one line are one step; what happens before the entry is left out."""
    steps: list[StepView] = []
    for step in run.steps[-_TRACE_LIMIT:]:
        if step.depth == 1:
            continue
        changes = []
        for term, value in step.changes:
            variable = variables.get(term.name or "")
            if variable is not None and not variable.source_name.startswith("$"):
                changes.append(ChangeView(variable.source_name, shown_value(value, variable)))
        place = place_of(step.edge.span)
        last = steps[-1] if steps else None
        if last and (last.place.file, last.place.line, last.depth) == (place.file, place.line, step.depth):
            last.changes.extend(changes)
        else:
            steps.append(StepView(place, step.procedure, step.depth, _line(sources, place), changes))
    return steps


def _line(sources: Mapping[str, list[str]], place: Place) -> str:
    lines = sources.get(place.file, [])
    return lines[place.line - 1].strip() if 0 < place.line <= len(lines) else ""
