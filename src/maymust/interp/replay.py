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
from maymust.terms.evaluate import Layout

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Change = tuple[Term, Value]

RECORDED = 20_000
_POLL = 4096  # steps between looks at the clock


@dataclass(frozen=True, slots=True)
class InputValue:
    """A value for the input read at a node."""

    node: str
    value: Value


@dataclass(frozen=True, slots=True)
class TraceStep:
    """An executed edge and what it changed. `depth` counts the calls that are active."""

    procedure: str
    depth: int
    edge: Edge
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Violated:
    """An error was reached."""

    property_id: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """A construct that is not modelled was reached."""

    construct: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The program came to its end, or stopped."""


@dataclass(frozen=True, slots=True)
class OutOfSteps:
    """The budget of steps or time was used up."""


End = Violated | Stuck | Ended | OutOfSteps


@dataclass(frozen=True, slots=True)
class Run:
    """What a test did: how it ended, the inputs in the order of reading, and its steps: `step_count` in all,
    of which `steps` are the last ones (all, up to RECORDED)."""

    end: End
    inputs: tuple[tuple[Edge, InputValue], ...]
    steps: tuple[TraceStep, ...]
    step_count: int


@dataclass(slots=True)
class _Frame:
    procedure: Procedure
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
        self.layouts: dict[str, Layout] = {}
        self.outgoing: dict[str, Mapping[int, list[Edge]]] = {}
        self.frames: list[_Frame] = []
        self.steps: deque[TraceStep] = deque(maxlen=RECORDED)
        self.step_count = 0
        self.read: list[tuple[Edge, InputValue]] = []

    def run(self, max_steps: int, deadline: float) -> Run:
        self._enter(self.program.procedures[self.program.start], "", [], None)
        end: End | None = None
        while end is None:
            if self.step_count >= max_steps or (self.step_count % _POLL == 0 and time.monotonic() > deadline):
                end = OutOfSteps()
                break
            frame = self.frames[-1]
            edge = self._enabled(frame)
            end = Ended() if edge is None else self._execute(frame, edge)
        return Run(end, tuple(self.read), tuple(self.steps), self.step_count)

    def _enter(self, procedure: Procedure, context: str, arguments: list[Value], call: Edge | None) -> None:
        if procedure.name not in self.layouts:
            own = (*procedure.parameters, *procedure.locals)
            self.layouts[procedure.name] = Layout((*self.globals, *(v.term for v in own)))
            self.outgoing[procedure.name] = procedure.outgoing()
        count = len(self.globals)
        shared = self.frames[-1].values[:count] if self.frames else [zero(v.sort) for v in self.globals]
        values = shared + arguments + [zero(v.term.sort) for v in procedure.locals]
        self.frames.append(_Frame(procedure, context, values, procedure.entry, call))

    def _value(self, frame: _Frame, term: Term) -> Value:
        value: Value = self.layouts[frame.procedure.name].function(term)(frame.values)
        return value

    def _set(self, frame: _Frame, target: Term, value: Value) -> None:
        frame.values[self.layouts[frame.procedure.name].slots[target]] = value

    def _enabled(self, frame: _Frame) -> Edge | None:
        for edge in self.outgoing[frame.procedure.name].get(frame.location, ()):
            if not isinstance(edge.statement, Assume) or self._value(frame, edge.statement.condition):
                return edge
        return None

    def _execute(self, frame: _Frame, edge: Edge) -> End | None:
        statement = edge.statement
        changes: tuple[Change, ...] = ()
        end: End | None = None
        depth = len(self.frames)
        frame.location = edge.target
        match statement:
            case Assign(target, value):
                changes = ((target, self._value(frame, value)),)
            case Havoc(target, _, _):
                changes = ((target, self._input(frame, edge, target)),)
            case Assume():
                pass
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
            case _:
                assert_never(statement)
        if isinstance(statement, Assign | Havoc):
            self._set(frame, *changes[0])
        self.step_count += 1
        self.steps.append(TraceStep(frame.procedure.name, depth, edge, changes))
        return end

    def _input(self, frame: _Frame, edge: Edge, target: Term) -> Value:
        node = node_name(frame.context, frame.procedure.name, edge.source)
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
