"""The view model as text, for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from maymust.report.profile import profile_lines
from maymust.report.view import (
    DiagnosticView,
    FileView,
    InvariantView,
    Place,
    PropertyView,
    RuleViolationView,
    StepView,
    Total,
    VacuousView,
)

_COLOURS = {"HOLDS": "32", "FAILS": "31", "UNKNOWN": "33", "error": "31", "warning": "33"}
_MOST_INPUTS = 20
_MOST_STEPS = 200
_MOST_PLACES = 4
_MOST_CONJUNCTS = 6
_LONGEST_CONJUNCT = 160
_INDENT = "    "


class Style:
    """Colours, or none in a pipe."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, word: str, text: str | None = None) -> str:
        """`text` (or the word itself) in the word's colour."""
        shown = word if text is None else text
        return f"\x1b[1;{_COLOURS[word]}m{shown}\x1b[0m" if self.colour else shown


def counted(number: int, noun: str) -> str:
    """`1 test`, `2 tests`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def diagnostic_line(diagnostic: DiagnosticView, style: Style) -> str:
    """A diagnostic, with its hint on a second line."""
    place = "" if diagnostic.place is None else f"{diagnostic.place}: "
    hint = f"\n{_INDENT}{diagnostic.hint}" if diagnostic.hint else ""
    return f"{place}{style(diagnostic.severity)}: {diagnostic.message}{hint}"


def property_lines(
    view: PropertyView, style: Style, *, trace: bool, profile: bool, before: PropertyView | None = None
) -> Iterator[str]:
    """The verdict and its evidence; of a proof that was shown `before`, only that it is the same."""
    place = view.place if view.rule_violation is None else view.rule_violation.place
    yield f"{place}: {style(view.verdict)}  {claim(view.kind, view.description)}"
    if view.rule_violation is not None:
        yield _INDENT + _said(view.rule_violation)
    same = before is not None and view.invariants == before.invariants != []
    for line in ["by the same proof"] if same else _evidence(view):
        yield _INDENT + line
    for line in _inputs(view):
        yield _INDENT + line
    if view.verdict == "FAILS":
        for line in _finder(view):
            yield _INDENT + line
    if trace:
        for line in _trace(view):
            yield _INDENT + line
    if view.confirmation is not None:
        yield f"{_INDENT}native run {view.confirmation.outcome}: {view.confirmation.detail}"
        if view.confirmation.outcome != "confirmed":
            for what in view.not_fed:
                yield f"{_INDENT}the test does not set {what}"
    if profile and not view.from_store:
        for line in profile_lines(view.statistics):
            yield _INDENT + line


def _finder(view: PropertyView) -> Iterator[str]:
    """Who has found a test."""
    finder = f"found by {view.statistics['decided_by']}" if view.statistics.get("decided_by") else ""
    parts = [finder, "from the store" if view.from_store else ""]
    if any(parts):
        yield "; ".join(filter(None, parts))


def calls_line(view: FileView) -> str:
    """What a file has asked of solvers, and what was known before."""
    known = sum(p.from_store for p in view.properties)
    store = f"; {known} of {len(view.properties)} from the store" if known else ""
    return (
        f"in all: {counted(view.prover_calls, 'prover call')},"
        f" {counted(view.checker_calls, 'call')} of the checker's solvers{store}"
    )


def claim(kind: str, description: str) -> str:
    """What a verdict is about: that it holds or fails reads as a sentence."""
    if kind == "rule":
        return f"rule {description}"
    return f"assert({description})" if kind == "assert" else f"no {description}"


def _said(view: RuleViolationView) -> str:
    message = f": {view.message}" if view.message else ""
    return f"{view.rule_place}: abort in the call of {view.function}{message}"


def _evidence(view: PropertyView) -> Iterator[str]:
    numbers = view.statistics
    if view.verdict == "HOLDS":
        depth, exhaustive = (view.proof.depth, view.proof.exhaustive) if view.proof else (1, False)
        obligations = counted(view.obligations, "obligation")
        decided = f"; decided by {numbers['decided_by']}" if numbers.get("decided_by") else ""
        decided += "; from the store" if view.from_store else ""
        manner = _manner(depth, exhaustive)
        yield f"proof{manner} checked independently: {obligations} in {view.check_seconds:.2f} s{decided}"
        yield from _invariants(view.invariants)
        if view.vacuous is not None:
            line = view.place.line
            yield f"vacuous: no execution reaches line {line}: {_why_vacuous(view.vacuous)}"
    elif view.verdict == "UNKNOWN":
        yield view.reason
        if numbers:
            yield f"covered: {covered(numbers)}"


def _manner(depth: int, exhaustive: bool) -> str:
    if exhaustive:
        return f" by exhaustion ({counted(depth, 'round')})"
    return f" by {depth}-induction" if depth > 1 else ""


def _invariants(views: list[InvariantView]) -> Iterator[str]:
    """What holds where, as far as a person wants to read."""
    lines = [view.place.line for view in views]
    for view in views[:_MOST_PLACES]:
        called = ""
        if lines.count(view.place.line) > 1 and view.calls:
            called = f" (called from line {', '.join(str(call.line) for call in view.calls)})"
        says = "never reached" if view.conjuncts == ("false",) else _conjunction(view)
        yield f"{_line(view.place)}{called}: {says}"
    if len(views) > _MOST_PLACES:
        yield f"… and invariants at {counted(len(views) - _MOST_PLACES, 'more place')} (--json has them all)"


def _line(place: Place) -> str:
    """A line of the source; those of rules, and of models of the C library, are in files of their own."""
    return f"line {place.line}{_file(place)}"


def _file(place: Place) -> str:
    return f" of {place.file}" if place.file.startswith("<") or place.file.endswith(".slic") else ""


def _conjunction(view: InvariantView) -> str:
    """The conjuncts as one expression; alternatives are put into parentheses among others."""
    shown = [_short(text) for text in view.conjuncts[:_MOST_CONJUNCTS]]
    if len(view.conjuncts) > 1:
        shown = [f"({text})" if " || " in text or " ? " in text else text for text in shown]
    left_out = len(view.conjuncts) - len(shown)
    return " && ".join(shown) + (f" && … ({left_out} more)" if left_out else "")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_CONJUNCT else text[: _LONGEST_CONJUNCT - 1] + "…"


def _why_vacuous(view: VacuousView) -> str:
    manner = _manner(view.depth, view.exhaustive)
    if not view.invariants:
        return f"the conditions on the way there exclude each other{manner and ',' + manner}"
    facts = [f"{_conjunction(v)} always holds at {_line(v.place)}" for v in view.invariants[:_MOST_PLACES]]
    more = len(view.invariants) - len(facts)
    return f"since {', and '.join(facts)}" + (f", and so on at {counted(more, 'more place')}" if more else "")


def covered(numbers: dict[str, Any]) -> str:
    """What was done without a verdict. An engine without regions takes turns."""
    regions = numbers["regions"]
    done = [counted(numbers["iterations"], "iteration" if regions else "turn")]
    if regions:
        done.append(counted(regions, "region"))
    if numbers["prover_calls"] and not regions:
        done.append(counted(numbers["prover_calls"], "prover call"))
    reached = f"reached {numbers['locations_visited']} of {counted(numbers['locations'], 'program point')}"
    return f"{counted(numbers['tests'], 'test')} {reached}; {', '.join(done)}"


def _inputs(view: PropertyView) -> Iterator[str]:
    for given in view.inputs[:_MOST_INPUTS]:
        line = f"{given.name} = {given.value}"
        if given.kind == "uninitialised":
            line += f"    (uninitialised, {_line(given.place)})"
        elif given.kind != "parameter":
            line += f"    ({_line(given.place)})"
        yield line
    if len(view.inputs) > _MOST_INPUTS:
        yield f"… and {len(view.inputs) - _MOST_INPUTS} more inputs (--json lists them all)"


def _trace(view: PropertyView) -> Iterator[str]:
    left_out = len(view.trace) - _MOST_STEPS
    if left_out > 0 or view.trace_left_out:
        yield "… the beginning of the trace is left out (--json has more of it)"
    for step in view.trace[-_MOST_STEPS:]:
        yield _step(step)


def _step(step: StepView) -> str:
    indent = "  " * (step.depth - 2)
    changes = ", ".join(f"{c.name} = {c.value}" for c in step.changes)
    if step.calls:
        changes = f"{step.calls}({changes})"
    file = f"    ({_file(step.place).strip()})" if _file(step.place) else ""
    return f"{step.place.line:>5}  {indent}{step.text}{file}" + (f"    → {changes}" if changes else "")


def file_heading(view: FileView) -> str:
    """A line that introduces a file where there are several."""
    return f"{view.file}: entry {view.entry}, {view.data_model}, engine {view.engine}"


def total_line(total: Total, seconds: float, style: Style) -> str:
    """The last line."""
    parts = []
    for count, word, verb in ((total.fails, "FAILS", "fail"), (total.holds, "HOLDS", "hold")):
        if count:
            parts.append(style(word, f"{count} {verb}s" if count == 1 else f"{count} {verb}"))
    if total.unknown:
        parts.append(style("UNKNOWN", f"{total.unknown} unknown"))
    for count, what in (
        (total.rejected_files, "rejected"),
        (total.skipped_files, "not checked"),
        (total.crashed_files, "not checked: internal error"),
    ):
        if count:
            parts.append(style("error", f"{counted(count, 'file')} {what}"))
    return f"{', '.join(parts) or 'nothing to check'} in {seconds:.2f} s"
