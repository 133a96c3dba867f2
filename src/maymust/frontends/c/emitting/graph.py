"""Builds a procedure's graph.

Code is emitted at the current location; where there is none, the code cannot be reached and is dropped. A
jump makes two locations one, so it costs no edge. Code behind what is not modelled is not part of the
procedure, but is kept for who asks what may come there (`afterwards`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.afterwards import Way, calls_of
from maymust.frozen import frozen
from maymust.ir.program import Assume, Edge, Error, GapCode, Statement, Unmodelled
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
    calls: tuple[str, ...] | None
    beyond: bool = False


@frozen
class Finished:
    """A graph that is complete: the edges that known executions can reach, renumbered (entry 0, exit 1), the
    notes by location, and all code that C can reach, in the same numbers: as far as conditions are known
    (`ways`), and where what is not modelled came before, so that none is (`beyond`). `violated` are the
    properties whose violation was lowered, whether it can be reached or not."""

    edges: tuple[Edge, ...]
    notes: dict[int, object]
    ways: tuple[Way, ...]
    beyond: tuple[Way, ...]
    violated: frozenset[str]


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
            self._step(target, statement, span, note)
            self.current = target

    def end(self, statement: Statement, span: Span) -> None:
        """Executes the statement, which ends the procedure."""
        if self.current is not None:
            self._step(self.exit, statement, span)
            self.current = None

    def gap(
        self,
        construct: str,
        span: Span,
        target: int | None,
        calls: tuple[str, ...],
        code: GapCode = "other",
    ) -> None:
        """Something that is not modelled: it may call these, and goes on at the target; None: anywhere."""
        if self.current is not None:
            at, called = (self.exit, None) if target is None else (target, calls)
            statement = Unmodelled(construct, code=code)
            self._steps.append(_Step(self.current, at, statement, span, None, called))
            self.current = None

    def _step(self, target: int, statement: Statement, span: Span, note: object = None) -> None:
        assert self.current is not None
        self._steps.append(_Step(self.current, target, statement, span, note, calls_of(statement)))

    def jump(self, location: int | None) -> None:
        """Goes to `location`; None: nowhere, the program stops."""
        if self.current is not None and location is not None:
            self._same[self._root(self.current)] = self._root(location)
        self.current = None

    def split(
        self, condition: Term, yes: int | None, no: int | None, span: Span, *, is_sure: bool = False
    ) -> None:
        """Goes to `yes` where the condition holds and to `no` where it does not. What always or never holds
        here may be otherwise behind what is not modelled, unless the text makes it sure."""
        if condition is TRUE or condition is FALSE:
            chosen, other = (yes, no) if condition is TRUE else (no, yes)
            if self.current is not None and other is not None and not is_sure:
                self._steps.append(_Step(self.current, other, Assume(TRUE), span, None, (), beyond=True))
            self.jump(chosen)
            return
        if self.current is not None:
            for guard, target in ((condition, yes), (negation(condition), no)):
                if target is not None:
                    self._step(target, Assume(guard), span)
            self.current = None

    def finish(self) -> Finished:
        """The graph without what cannot be reached."""
        outgoing: dict[int, list[_Step]] = {}
        for step in self._steps:
            outgoing.setdefault(self._root(step.source), []).append(step)
        known = self._reached(outgoing, gaps=False)
        steps = [step for step in self._steps if self._root(step.source) in known and not step.beyond]
        numbers = {self._root(self.entry): 0, self.exit: 1}

        def number(location: int) -> int:
            return numbers.setdefault(self._root(location), len(numbers))

        def ways(*, beyond: bool) -> tuple[Way, ...]:
            reached = self._reached(outgoing, gaps=True, beyond=beyond)
            found = [step for step in self._steps if self._root(step.source) in reached]
            return tuple(
                Way(number(step.source), number(step.target), step.statement, step.calls)
                for step in found
                if beyond or not step.beyond
            )

        edges: list[Edge] = []
        notes: dict[int, object] = {}
        for step in steps:
            target = self.exit if isinstance(step.statement, Unmodelled) else step.target
            edges.append(Edge(number(step.source), number(target), step.statement, step.span))
            if step.note is not None:
                notes[number(step.source)] = step.note
        violated = [step.statement.property_id for step in self._steps if isinstance(step.statement, Error)]
        return Finished(tuple(edges), notes, ways(beyond=False), ways(beyond=True), frozenset(violated))

    def _reached(self, outgoing: dict[int, list[_Step]], *, gaps: bool, beyond: bool = False) -> set[int]:
        """The locations that can be reached: also behind what is not modelled, and by what may be so only
        there, or not."""
        reached = {self._root(self.entry)}
        work = list(reached)
        while work:
            for step in outgoing.get(work.pop(), ()):
                target = self._root(step.target)
                passes = beyond or not step.beyond
                if target not in reached and passes and (gaps or not isinstance(step.statement, Unmodelled)):
                    reached.add(target)
                    work.append(target)
        return reached

    def _root(self, location: int) -> int:
        same = self._same
        while same[location] != location:
            same[location] = same[same[location]]
            location = same[location]
        return location
