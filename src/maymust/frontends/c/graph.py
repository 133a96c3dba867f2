"""A procedure's graph while it is being built.

Code is emitted at the current location; where there is none, the code cannot be reached and is dropped. A
jump makes two locations one, so it costs no edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.ir.program import Assume, Edge, Statement
from maymust.terms import FALSE, TRUE, Term, negation

if TYPE_CHECKING:
    from maymust.ir.source import Span


@frozen
class _Step:
    source: int
    target: int
    statement: Statement
    span: Span
    note: object


class Graph:
    """Locations are numbers. Each is left by the code emitted after one `at`, and by no other."""

    def __init__(self) -> None:
        self._same: list[int] = []
        self._steps: list[_Step] = []
        self.entry = self.location()
        self.exit = self.location()
        self.current: int | None = self.entry

    def location(self) -> int:
        """A new location."""
        self._same.append(len(self._same))
        return len(self._same) - 1

    def at(self, location: int) -> None:
        """Goes on at `location`; what came before is over."""
        self.current = location

    def label(self, location: int) -> None:
        """The current code runs into `location`, and goes on from there."""
        self.jump(location)
        self.current = location

    def emit(self, statement: Statement, span: Span, note: object = None) -> None:
        """Executes the statement and goes on behind it."""
        if self.current is not None:
            target = self.location()
            self._steps.append(_Step(self.current, target, statement, span, note))
            self.current = target

    def end(self, statement: Statement, span: Span) -> None:
        """Executes the statement, which ends the procedure."""
        if self.current is not None:
            self._steps.append(_Step(self.current, self.exit, statement, span, None))
            self.current = None

    def jump(self, location: int | None) -> None:
        """Goes to `location`; None: nowhere, the program stops."""
        if self.current is not None and location is not None:
            self._same[self._root(self.current)] = self._root(location)
        self.current = None

    def split(self, condition: Term, yes: int | None, no: int | None, span: Span) -> None:
        """Goes to `yes` where the condition holds and to `no` where it does not."""
        if condition is TRUE or condition is FALSE:
            self.jump(yes if condition is TRUE else no)
            return
        if self.current is not None:
            for guard, target in ((condition, yes), (negation(condition), no)):
                if target is not None:
                    self._steps.append(_Step(self.current, target, Assume(guard), span, None))
            self.current = None

    def finish(self) -> tuple[tuple[Edge, ...], dict[int, object]]:
        """The edges that can be reached, renumbered (entry 0, exit 1), and the notes by location."""
        outgoing: dict[int, list[_Step]] = {}
        for step in self._steps:
            outgoing.setdefault(self._root(step.source), []).append(step)
        reached = {self._root(self.entry)}
        work = [self._root(self.entry)]
        while work:
            for step in outgoing.get(work.pop(), ()):
                target = self._root(step.target)
                if target not in reached:
                    reached.add(target)
                    work.append(target)
        numbers = {self._root(self.entry): 0, self.exit: 1}
        edges: list[Edge] = []
        notes: dict[int, object] = {}
        for step in self._steps:
            if self._root(step.source) in reached:
                source, target = (
                    numbers.setdefault(self._root(x), len(numbers)) for x in (step.source, step.target)
                )
                edges.append(Edge(source, target, step.statement, step.span))
                if step.note is not None:
                    notes[source] = step.note
        return tuple(edges), notes

    def _root(self, location: int) -> int:
        same = self._same
        while same[location] != location:
            same[location] = same[same[location]]
            location = same[location]
        return location
