"""Runs a test on a program, statement by statement, and says what happened.

A test gives values to inputs by the node that reads them (see `ir.program`), each node's in the order in
which it reads; an input that the test does not mention is zero, an array of zeros if it is an array. The
run is recorded as deltas: for each step the edge and the variables it changed.
"""

from __future__ import annotations

import math
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from maymust.errors import InternalError
from maymust.frozen import frozen
from maymust.interp.values import fitting, zero
from maymust.ir.program import (
    Assign,
    Assume,
    Call,
    Edge,
    Error,
    Havoc,
    Procedure,
    Program,
    Return,
    Unmodelled,
    inner_context,
    node_name,
)
from maymust.terms import Term, Value
from maymust.terms.evaluate import Function, Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

Change = tuple[Term, Value]

RECORDED = 20_000
_POLL = 4096  # steps between looks at the clock


@frozen
class InputValue:
    """A value for the input read at a node."""

    node: str
    value: Value


@frozen
class TraceStep:
    """An executed edge and what it changed. `depth` counts the calls that are active."""

    procedure: str
    depth: int
    edge: Edge
    changes: tuple[Change, ...]


@frozen
class Violated:
    """An error was reached."""

    property_id: str


@frozen
class Stuck:
    """A construct that is not modelled was reached."""

    construct: str


@frozen
class Ended:
    """The program came to its end, or stopped."""


@frozen
class OutOfSteps:
    """The budget of steps or time was used up."""


End = Violated | Stuck | Ended | OutOfSteps


@frozen
class Run:
    """What a test did: how it ended, the inputs in the order of reading, and its steps: `step_count` in all,
    of which `steps` are the last ones (all, up to RECORDED)."""

    end: End
    inputs: tuple[tuple[Edge, InputValue], ...]
    steps: tuple[TraceStep, ...]
    step_count: int


# An edge, the condition that it needs, and what it assigns: the variable, its slot, and its value. Of other
# statements than assumptions and assignments there is the edge alone.
_Way = tuple[Edge, Function | None, tuple[Term, int, Function] | None]


class _Code:
    """A procedure, compiled location by location when it is met."""

    def __init__(self, procedure: Procedure, layout: Layout) -> None:
        self.procedure = procedure
        self.layout = layout
        self.ways: dict[int, tuple[_Way, ...]] = {}
        self._outgoing = procedure.outgoing()

    def ways_from(self, location: int) -> tuple[_Way, ...]:
        """The edges that leave a location."""
        found = tuple([self._way(edge) for edge in self._outgoing.get(location, ())])
        self.ways[location] = found
        return found

    def _way(self, edge: Edge) -> _Way:
        match edge.statement:
            case Assume(condition):
                return edge, self.layout.function(condition), None
            case Assign(target, value):
                return edge, None, (target, self.layout.slots[target], self.layout.function(value))
            case _:
                return edge, None, None


@dataclass(slots=True)
class _Frame:
    code: _Code
    context: str
    values: list[Value]
    location: int
    call: Edge | None


def replay(
    program: Program,
    test: Sequence[InputValue],
    max_steps: int = 1_000_000,
    deadline: float = math.inf,
) -> Run:
    """Runs the test. Ensures: the same program and test give the same run."""
    return _Replay(program, test).run(max_steps, deadline)


class _Replay:
    def __init__(self, program: Program, test: Sequence[InputValue]) -> None:
        self.program = program
        self.queues: dict[str, list[Value]] = {}
        for entry in reversed(test):
            self.queues.setdefault(entry.node, []).append(entry.value)
        self.globals = {v.term: i for i, v in enumerate(program.globals)}
        self.codes: dict[str, _Code] = {}
        self.frames: list[_Frame] = []
        self.steps: deque[tuple[str, int, Edge, tuple[Change, ...]]] = deque(maxlen=RECORDED)
        self.step_count = 0
        self.read: list[tuple[Edge, InputValue]] = []

    def run(self, max_steps: int, deadline: float) -> Run:
        self._enter(self.program.procedures[self.program.start], "", [], None)
        end: End | None = None
        while end is None:
            frame = self.frames[-1]
            edge = self._walk(frame, max_steps, deadline)
            end = self._execute(frame, edge) if isinstance(edge, Edge) else edge
        steps = tuple([TraceStep(*step) for step in self.steps])
        return Run(end, tuple(self.read), steps, self.step_count)

    def _walk(self, frame: _Frame, max_steps: int, deadline: float) -> Edge | End:
        """Executes assumptions and assignments up to another statement, whose edge it returns, or the end."""
        code, values, location = frame.code, frame.values, frame.location
        ways, name, depth = code.ways, code.procedure.name, len(self.frames)
        steps, count = self.steps, self.step_count
        try:
            while True:
                if count >= max_steps or (count % _POLL == 0 and time.monotonic() > deadline):
                    return OutOfSteps()
                for edge, condition, assigned in ways.get(location) or code.ways_from(location):  # noqa: B007
                    if condition is None or condition(values):
                        break
                else:
                    return Ended()
                if assigned is not None:
                    target, slot, function = assigned
                    values[slot] = value = function(values)
                    steps.append((name, depth, edge, ((target, value),)))
                elif condition is not None:
                    steps.append((name, depth, edge, ()))
                else:
                    return edge
                location = edge.target
                count += 1
        finally:
            frame.location, self.step_count = location, count

    def _enter(self, procedure: Procedure, context: str, arguments: list[Value], call: Edge | None) -> None:
        code = self.codes.get(procedure.name)
        if code is None:
            own = (*procedure.parameters, *procedure.locals)
            code = _Code(procedure, Layout((*self.globals, *(v.term for v in own))))
            self.codes[procedure.name] = code
        count = len(self.globals)
        shared = self.frames[-1].values[:count] if self.frames else [zero(v.sort) for v in self.globals]
        values = shared + arguments + [zero(v.term.sort) for v in procedure.locals]
        self.frames.append(_Frame(code, context, values, procedure.entry, call))

    def _value(self, frame: _Frame, term: Term) -> Value:
        value: Value = frame.code.layout.function(term)(frame.values)
        return value

    def _set(self, frame: _Frame, target: Term, value: Value) -> None:
        frame.values[frame.code.layout.slots[target]] = value

    def _execute(self, frame: _Frame, edge: Edge) -> End | None:
        """Executes a statement that `_walk` does not."""
        statement = edge.statement
        changes: tuple[Change, ...] = ()
        end: End | None = None
        depth = len(self.frames)
        frame.location = edge.target
        match statement:
            case Havoc(target, _, _):
                changes = ((target, self._input(frame, edge, target)),)
                self._set(frame, *changes[0])
            case Call(_, callee, arguments):
                procedure = self.program.procedures[callee]
                given = [self._value(frame, a) for a in arguments]
                self._enter(procedure, inner_context(frame.context, edge), given, edge)
                changes = tuple(zip((p.term for p in procedure.parameters), given, strict=True))
            case Return(values):
                changes, end = self._leave(frame, values)
            case Error(property_id):
                end = Violated(property_id)
            case Unmodelled(construct):
                end = Stuck(construct)
            case Assign() | Assume():
                raise InternalError("assumptions and assignments are executed by `_walk`")
            case _:
                assert_never(statement)
        self.step_count += 1
        self.steps.append((frame.code.procedure.name, depth, edge, changes))
        return end

    def _input(self, frame: _Frame, edge: Edge, target: Term) -> Value:
        node = node_name(frame.context, frame.code.procedure.name, edge.source)
        queue = self.queues.get(node)
        value = fitting(queue.pop(), target.sort) if queue else zero(target.sort)
        self.read.append((edge, InputValue(node, value)))
        return value

    def _leave(self, frame: _Frame, returned: tuple[Term, ...]) -> tuple[tuple[Change, ...], End | None]:
        values = [self._value(frame, term) for term in returned]
        self.frames.pop()
        if not self.frames:
            return (), Ended()
        caller = self.frames[-1]
        count = len(self.globals)
        caller.values[:count] = frame.values[:count]
        assert frame.call is not None
        assert isinstance(frame.call.statement, Call)
        targets = frame.call.statement.results
        if not targets:
            return (), None
        changes = tuple(zip(targets, values, strict=True))
        for target, value in changes:
            self._set(caller, target, value)
        return changes, None
