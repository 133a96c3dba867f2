"""The view model as text, for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterator

from maymust.report.view import DiagnosticView, FileView, PropertyView, StepView, Total

_COLOURS = {"HOLDS": "32", "FAILS": "31", "UNKNOWN": "33", "error": "31", "warning": "33"}
_MOST_INPUTS = 20
_MOST_STEPS = 200
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


def property_lines(view: PropertyView, style: Style, *, trace: bool, profile: bool) -> Iterator[str]:
    """The verdict and its evidence."""
    yield f"{view.place}: {style(view.verdict)}  {claim(view.kind, view.description)}"
    for line in _evidence(view):
        yield _INDENT + line
    for line in _inputs(view):
        yield _INDENT + line
    if trace:
        for line in _trace(view):
            yield _INDENT + line
    if view.confirmation is not None:
        yield f"{_INDENT}native run {view.confirmation.outcome}: {view.confirmation.detail}"
    if profile:
        for line in _profile(view):
            yield _INDENT + line


def claim(kind: str, description: str) -> str:
    """What a verdict is about: that it holds or fails reads as a sentence."""
    return f"assert({description})" if kind == "assert" else f"no {description}"


def _evidence(view: PropertyView) -> Iterator[str]:
    if view.verdict == "HOLDS":
        obligations = counted(view.obligations, "obligation")
        yield f"proof checked independently: {obligations} in {view.check_seconds:.2f} s"
    elif view.verdict == "UNKNOWN":
        yield view.reason
        numbers = view.statistics
        if numbers:
            yield (
                f"covered: {counted(numbers['tests'], 'test')} reached {numbers['locations_visited']} of "
                f"{counted(numbers['locations'], 'program point')}; "
                f"{counted(numbers['iterations'], 'iteration')}, {counted(numbers['regions'], 'region')}"
            )


def _inputs(view: PropertyView) -> Iterator[str]:
    for given in view.inputs[:_MOST_INPUTS]:
        line = f"{given.name} = {given.value}"
        if given.kind == "uninitialised":
            line += f"    (uninitialised, line {given.place.line})"
        elif given.kind != "parameter":
            line += f"    (line {given.place.line})"
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
    return f"{step.place.line:>5}  {indent}{step.text}" + (f"    → {changes}" if changes else "")


def _profile(view: PropertyView) -> Iterator[str]:
    numbers = view.statistics
    if "queries" not in numbers:
        return
    shown = ("iterations", "tests", "states", "regions", "refinements", "edges_removed", "prover_calls")
    yield ", ".join(f"{name.replace('_', ' ')} {numbers[name]}" for name in shown)
    yield "queries: " + ", ".join(f"{name} {count}" for name, count in numbers["queries"].items() if count)
    yield "seconds: " + ", ".join(f"{name} {spent:.3f}" for name, spent in numbers["seconds"].items())


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
