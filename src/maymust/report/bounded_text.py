"""The view of bounded verification as text."""

from __future__ import annotations

from collections.abc import Iterator

from maymust.report.bounded import BoundedView, CoverageView, Values
from maymust.report.terminal import Style

_INDENT = "    "
_MOST_STEPS = 200
_WORDS = {
    "specification": "under-constrained specification",
    "statement": "over-constrained statement",
    "loop": "loop that may not end",
    "bound": "insufficient bound",
    "code": "unreachable",
    "unknown": "",
}


def bounded_lines(view: BoundedView, style: Style, *, fine: bool) -> Iterator[str]:
    """The verdict, always with its bound, and its evidence; with `fine`, coverage statement by statement."""
    coloured = style("HOLDS" if view.verdict == "HOLDS WITHIN" else view.verdict, view.verdict)
    within = view.bound.text if view.verdict == "HOLDS WITHIN" else f"within {view.bound.text}"
    yield f"{view.place}: {coloured}  {within}: {view.claim or view.procedure}"
    lines = [view.reason, view.larger, *view.notes]
    for line in (
        *filter(None, lines),
        *(_source_trace(view) if view.claim else _trace(view)),
        *(_coverage(view.coverage, fine) if view.coverage else ()),
    ):
        yield _INDENT + line


def _trace(view: BoundedView) -> Iterator[str]:
    if view.verdict != "FAILS":
        return
    yield "initial state"
    yield from _values(view.initial, 1)
    for step in view.steps[:_MOST_STEPS]:
        yield f"line {step.place.line}: {'  ' * step.depth}{step.text}"
        if step.taken is not None:
            yield f"{_INDENT}{'true' if step.taken else 'false'}"
        yield from _values(step.changes, 1)
    if len(view.steps) > _MOST_STEPS:
        yield f"… and {len(view.steps) - _MOST_STEPS} more statements"
    yield "final state, which violates the specification"
    yield from _values(view.final, 1)


def _source_trace(view: BoundedView) -> Iterator[str]:
    """Of C: a trace over lines, with what each has changed."""
    for name, value in view.initial.items():
        yield f"{name}: {value}" if name.startswith("#") else f"{name} = {value}"
    for step in view.steps[:_MOST_STEPS]:
        changes = ", ".join(f"{name} = {value}" for name, value in step.changes.items())
        yield f"{step.place.line:>5}  {'  ' * step.depth}{step.text}" + (
            f"    → {changes}" if changes else ""
        )
    if len(view.steps) > _MOST_STEPS:
        yield f"… and {len(view.steps) - _MOST_STEPS} more lines"


def _values(values: Values, depth: int) -> Iterator[str]:
    for name, value in values.items():
        yield f"{_INDENT * depth}{name} ↦ {value}"


def _coverage(view: CoverageView, fine: bool) -> Iterator[str]:
    if not view.specification:
        yield f"the specification was not needed: {view.hint}{_cause(view.cause)}"
    for each in view.statements:
        fraction = f"({each.covered}/{each.copies}) " if fine else ""
        if not fine and each.covered:
            continue
        missed = "" if each.covered or fine else "missed "
        hint = f": {each.hint}{_cause(each.cause)}" if each.hint else ""
        yield f"{missed}line {each.place.line}: {fraction}{each.text}{hint and _INDENT + '// ' + hint[2:]}"


def _cause(cause: str) -> str:
    return f" ({_WORDS[cause]})" if _WORDS.get(cause) else ""
