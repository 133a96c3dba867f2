"""The view model as text, for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterator

from maymust.report.view import DiagnosticView, FileView, PropertyView, StepView, Total

_COLOURS = {"HOLDS": "32", "FAILS": "31", "UNKNOWN": "33", "error": "31", "warning": "33"}
_MOST_INPUTS = 20


class Style:
    """Colours, or none in a pipe."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, word: str, text: str | None = None) -> str:
        """`text` (or the word itself) in the word's colour."""
        shown = word if text is None else text
        return f"\x1b[1;{_COLOURS[word]}m{shown}\x1b[0m" if self.colour else shown


def diagnostic_line(diagnostic: DiagnosticView, style: Style) -> str:
    """One line for a diagnostic."""
    place = ""
    if diagnostic.place is not None:
        place = f"{diagnostic.place}: " if diagnostic.place.line else f"{diagnostic.place.file}: "
    hint = f"\n    {diagnostic.hint}" if diagnostic.hint else ""
    return f"{place}{style(diagnostic.severity)}: {diagnostic.message}{hint}"


def property_lines(view: PropertyView, style: Style, *, trace: bool, profile: bool) -> Iterator[str]:
    """The verdict and its evidence."""
    yield f"{view.place}: {style(view.verdict)}  {_claim(view)}"
    if view.verdict == "HOLDS":
        yield f"    proof checked independently: {view.obligations} obligations in {view.check_seconds:.2f} s"
    elif view.verdict == "UNKNOWN":
        yield f"    {view.reason}"
        yield f"    {_coverage(view)}"
    yield from _input_lines(view)
    if trace:
        yield from (f"    {line}" for step in view.trace for line in _step_lines(step))
    if view.confirmation is not None:
        yield f"    native run: {view.confirmation.outcome}: {view.confirmation.detail}"
    if profile:
        yield from _profile_lines(view)


def _claim(view: PropertyView) -> str:
    return f"assert({view.description})" if view.kind == "assert" else view.description


def _coverage(view: PropertyView) -> str:
    numbers = view.statistics
    if not numbers:
        return "nothing was covered"
    return (
        f"covered: {numbers['tests']} tests reached {numbers['locations_visited']} of {numbers['locations']} "
        f"program points; {numbers['iterations']} iterations, {numbers['regions']} regions"
    )


def _input_lines(view: PropertyView) -> Iterator[str]:
    for given in view.inputs[:_MOST_INPUTS]:
        line = f"    {given.name} = {given.value}"
        if given.kind == "uninitialised":
            line += f"    (uninitialised, line {given.place.line})"
        elif given.kind != "parameter":
            line += f"    (line {given.place.line})"
        yield line
    if len(view.inputs) > _MOST_INPUTS:
        yield f"    … and {len(view.inputs) - _MOST_INPUTS} more inputs (--json lists them all)"


def _step_lines(step: StepView) -> Iterator[str]:
    changes = ", ".join(f"{c.name} = {c.value}" for c in step.changes)
    indent = "  " * (step.depth - 2) if step.depth > 2 else ""
    yield f"{step.place.line:>5}  {indent}{step.text}" + (f"    → {changes}" if changes else "")


def _profile_lines(view: PropertyView) -> Iterator[str]:
    numbers = view.statistics
    if not numbers:
        return
    shown = ("iterations", "tests", "states", "regions", "refinements", "edges_removed", "prover_calls")
    yield "    " + ", ".join(f"{name.replace('_', ' ')} {numbers[name]}" for name in shown)
    yield "    queries: " + ", ".join(
        f"{name} {count}" for name, count in numbers["queries"].items() if count
    )
    yield "    seconds: " + ", ".join(f"{name} {spent:.3f}" for name, spent in numbers["seconds"].items())


def file_heading(view: FileView) -> str:
    """A line that introduces a file where there are several."""
    return f"{view.file}: entry {view.entry}, {view.data_model}, engine {view.engine}"


def total_line(total: Total, seconds: float, style: Style) -> str:
    """The last line."""
    parts = []
    for count, word, name in (
        (total.fails, "FAILS", "fail"),
        (total.holds, "HOLDS", "hold"),
        (total.unknown, "UNKNOWN", "unknown"),
    ):
        if count:
            verb = name + "s" if count == 1 and name != "unknown" else name
            parts.append(style(word, f"{count} {verb}"))
    if total.rejected_files:
        parts.append(style("error", f"{total.rejected_files} file(s) rejected"))
    if total.crashed_files:
        parts.append(style("error", f"{total.crashed_files} file(s) not analysed: internal error"))
    return f"{', '.join(parts) or 'nothing to check'} in {seconds:.2f} s"
