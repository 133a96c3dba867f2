"""Runs tests on a problem's system, and sees what they really do: where they end, and what they pass."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from maymust.engines.auto.calls.joint_runs import JointRunner
from maymust.frozen import frozen
from maymust.interp.machine import Machine
from maymust.interp.replay import InputValue
from maymust.interp.values import fitting, zero

if TYPE_CHECKING:
    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem
    from maymust.ir.transitions import Input
    from maymust.passes.join_modules import Joint
    from maymust.terms import Sort, Value

Test = tuple[InputValue, ...]

_POLL = 4096  # steps between looks at the clock
_OBSERVED = 20_000  # steps; later states of a test are not kept


@frozen
class Trial:
    """A test that was run: `end` is the target that it reached, None where it reached none; `test` are the
    inputs that it has read."""

    end: int | None
    test: Test
    steps: int


class Trials:
    """Runs tests and keeps what they show in the knowledge. `visited` are the system's locations reached."""

    def __init__(self, problem: Problem, knowledge: Knowledge) -> None:
        self._problem = problem
        self._knowledge = knowledge
        self._machine = Machine(problem.system)
        self._cut_points = frozenset(problem.cut_points)
        self._width = len(problem.system.variables)
        self._ends = problem.targets
        self.visited: set[int] = {problem.system.initial}
        self.tests = 0
        self.steps = 0

    def run(self, test: Iterable[InputValue], most: int, deadline: float = math.inf) -> Trial:
        """Runs a test, each node's inputs taken in the order of its reads, then zeros; `most` steps, and none
        after the deadline."""
        given = _Given(test)
        return self._run(
            lambda source: given.value_of(source.node, source.variable.sort),
            most,
            deadline,
            has_read=lambda source: given.has_read(source.node),
        )

    def test_of_blocks(self, steps: Sequence[Mapping[str, Value]]) -> Trial:
        """The test that makes these steps from cut point to cut point; each gives a value to nodes."""
        position = 0

        def value_of(source: Input) -> Value:
            given = steps[position].get(source.node) if position < len(steps) else None
            return zero(source.variable.sort) if given is None else given

        def at_cut_point() -> bool:
            nonlocal position
            position += 1
            return position < len(steps)

        return self._run(value_of, 1_000_000, at_cut_point=at_cut_point)

    def _run(
        self,
        value_of: Callable[[Input], Value],
        most: int,
        deadline: float = math.inf,
        has_read: Callable[[Input], None] = lambda _: None,
        at_cut_point: Callable[[], bool] = lambda: True,
    ) -> Trial:
        machine, knowledge = self._machine, self._knowledge
        location, values = self._problem.system.initial, machine.initial_values()
        inputs_at, visited = self._problem.system.inputs_at, self.visited
        given: dict[Input, Value] = {}
        read: list[InputValue] = []
        steps = 0
        while location not in self._ends and steps < most:
            if steps % _POLL == 0 and time.monotonic() >= deadline:
                break
            inputs = inputs_at[location]
            if inputs:
                given = {source: value_of(source) for source in inputs}
                for slot, value in zip(machine.input_slots[location], given.values(), strict=True):
                    values[slot] = value
            stepped = machine.step(location, values)
            if stepped is None:
                break
            transition = stepped[0].transition
            for source in transition.inputs:
                read.append(InputValue(source.node, given[source]))
                has_read(source)
            location = transition.target
            steps += 1
            visited.add(location)
            if location in self._cut_points:
                if steps < _OBSERVED:
                    knowledge.observe(location, tuple(values[: self._width]))
                if not at_cut_point():
                    break
        self.tests += 1
        self.steps += steps
        return Trial(location if location in self._ends else None, tuple(read), steps)


class CallTrials:
    """The same for a problem whose calls are not expanded."""

    def __init__(self, problem: Problem, knowledge: Knowledge, joint: Joint) -> None:
        self._runner = JointRunner(problem, joint)
        self._knowledge = knowledge
        self.tests = 0

    @property
    def visited(self) -> set[int]:
        """The system's locations reached."""
        return self._runner.visited

    def run(self, test: Iterable[InputValue], most: int, deadline: float = math.inf) -> Trial:
        """See `Trials.run`."""
        given = _Given(test)
        self.tests += 1
        run = self._runner.run(
            given.value_of,
            most,
            self._knowledge.observe,
            has_read=lambda read: given.has_read(read.node),
            go_on=lambda steps: bool(steps % _POLL) or time.monotonic() < deadline,
        )
        return Trial(run.end, tuple(run.read), run.steps)


class _Given:
    """The values that a test gives: each node's in the order of its reads, then zeros, as `interp.replay`
    does."""

    def __init__(self, test: Iterable[InputValue]) -> None:
        self._left: dict[str, list[Value]] = {}
        for read in test:
            self._left.setdefault(read.node, []).append(read.value)
        for values in self._left.values():
            values.reverse()

    def value_of(self, node: str, sort: Sort) -> Value:
        """What the node would read."""
        rest = self._left.get(node)
        return fitting(rest[-1], sort) if rest else zero(sort)

    def has_read(self, node: str) -> None:
        """It has read it."""
        rest = self._left.get(node)
        if rest:
            rest.pop()
