"""The view of bounded verification of C: verdicts on properties, traces over source lines, the heap drawn."""

from __future__ import annotations

from collections.abc import Mapping

from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import HoldsWithin, UndecidedWithin
from maymust.engines.forge.from_ir.check_bounded import FailsWithin, ProgramVerdict
from maymust.engines.forge.from_ir.contract import CONTRACTS
from maymust.frontends.c.source import Source
from maymust.interp.replay import Run, TraceStep
from maymust.ir.program import Assign, Program, Property
from maymust.report.bounded import BoundedStepView, BoundedView, Values, bound_view
from maymust.report.heap import Heap
from maymust.report.places import place_of
from maymust.report.terminal import claim
from maymust.specifications.acsl.harness import PREFIX
from maymust.terms import Value

Lines = Mapping[str, list[str]]


def waiting_property(program: Program, wanted: Property, bound: Bound, reason: str) -> BoundedView:
    """The view of a property of which nothing is known."""
    name = program.function(program.entry).removeprefix(PREFIX)
    view = BoundedView(name, place_of(wanted.span), "UNKNOWN", bound_view(bound), reason)
    view.id = wanted.id
    text = wanted.description
    view.claim = text if wanted.kind in CONTRACTS else claim(wanted.kind, text)
    return view


def property_view(
    program: Program,
    source: Source,
    lines: Lines,
    wanted: Property,
    verdict: ProgramVerdict,
    seconds: float,
) -> BoundedView:
    """The view of a verdict."""
    view = waiting_property(program, wanted, verdict.bound, "")
    view.seconds = seconds
    match verdict:
        case UndecidedWithin(reason=reason):
            view.reason = reason
        case FailsWithin(run=run, statistics=statistics):
            view.verdict = "FAILS"
            heap = Heap(source, program, run)
            view.initial = heap.initial(run)
            view.steps = _steps(run, program, heap, lines)
            view.variables, view.clauses = statistics.variables, statistics.clauses
        case HoldsWithin(statistics=statistics):
            view.verdict = "HOLDS WITHIN"
            view.notes = [*verdict.notes, numbers_text(verdict.bound)]
            view.variables, view.clauses = statistics.variables, statistics.clauses
    return view


def numbers_text(bound: Bound) -> str:
    """Which executions the verdict is about, as far as numbers go."""
    half = 1 << (bound.width - 1)
    return f"of all executions in which numbers are between {-half} and {half - 1}"


def _steps(run: Run, program: Program, heap: Heap, lines: Lines) -> list[BoundedStepView]:
    """The run line by line, from the entry on; what only calls it for its contract is left out."""
    outside = 2 if program.entry.startswith(PREFIX) else 1
    variables, lasting = program.variables(), {each.name for each in program.globals}
    values: dict[tuple[int, str], Value] = {}
    found: list[BoundedStepView] = []
    for step in run.steps:
        changes: Values = {}
        for term, value in step.changes:
            variable = variables[term.name or ""]
            key = (0 if variable.name in lasting else step.depth, variable.name)
            changed = heap.change(values.get(key), value, variable)
            values[key] = value
            if _is_told(step):
                changes |= changed
        if step.depth > outside:
            _add(found, step, step.depth - outside - 1, changes, lines)
    return found


def _is_told(step: TraceStep) -> bool:
    """What calls and returns hand over is told where it is used; of allocations, nothing is left to tell."""
    return isinstance(step.edge.statement, Assign)


def _add(found: list[BoundedStepView], step: TraceStep, depth: int, changes: Values, lines: Lines) -> None:
    place = place_of(step.edge.span)
    last = found[-1] if found else None
    same_line = last is not None and (last.depth, last.place.line) == (depth, place.line)
    if last is not None and same_line and last.changes.keys().isdisjoint(changes):
        last.changes.update(changes)
        return
    texts = lines.get(place.file, [])
    text = texts[place.line - 1].strip() if 0 < place.line <= len(texts) else ""
    found.append(BoundedStepView(place, 0, text, depth, None, changes))
