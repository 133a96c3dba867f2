"""Tells where the violation of a failing run must show when its test is run natively."""

from __future__ import annotations

import re

from maymust.frontends.c.source import Source
from maymust.frozen import frozen
from maymust.interp.replay import Run
from maymust.ir.program import Program, Property
from maymust.ir.source import Span

_ENDS = re.compile(rb"[;{}]")


@frozen
class Fault:
    """The lines of a file that hold the violation: compilers may tell any line of a statement."""

    file: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"line {self.first}" if self.first == self.last else f"lines {self.first} to {self.last}"

    def holds(self, line: int) -> bool:
        """Whether the line is one of them."""
        return self.first <= line <= self.last


def fault_of(source: Source, program: Program, run: Run, wanted: Property) -> Fault | None:
    """The place of the property or, if that is in a model of the C library, the call that leads there; None
    if it is not known."""
    spans = [wanted.span, *[step.edge.span for step in reversed(run.steps)]]
    span = next((span for span in spans if not is_model(span)), None)
    if span is None or not span.line or source.rule_violations:  # what rules add has lines of its own
        return None
    if span.file != program.file:
        return Fault(span.file, span.line, span.end_line)
    return Fault(span.file, *_statement_lines(source.text, span))


def is_model(span: Span) -> bool:
    """Whether the place is in a model, which no compiler gets to see."""
    return span.file.startswith("<") or not span.file


def _statement_lines(text: bytes, span: Span) -> tuple[int, int]:
    """The lines of the statement around a place, as far as braces and semicolons tell."""
    lines = text.splitlines(keepends=True)
    before = b"".join([*lines[: span.line - 1], lines[span.line - 1][: span.column - 1]])
    behind = b"".join([lines[span.end_line - 1][span.end_column - 1 :], *lines[span.end_line :]])
    ends = [match.end() for match in _ENDS.finditer(before)]
    head = before[ends[-1] if ends else 0 :]
    blank = head[: len(head) - len(head.lstrip())]
    first = span.line - (head.count(b"\n") - blank.count(b"\n"))
    end = _ENDS.search(behind)
    tail = behind[: end.start() if end else 0]
    return first, span.end_line + tail.count(b"\n")
