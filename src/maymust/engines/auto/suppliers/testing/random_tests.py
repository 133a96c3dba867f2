"""Random tests, run in Python: they find the easy errors, and show states to guess invariants from."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from maymust.engines.auto.calls.joint_runs import JointRunner
from maymust.engines.auto.suppliers.base import Proposal
from maymust.engines.auto.suppliers.testing.test_values import Drawer, Palette
from maymust.interp.machine import Machine
from maymust.interp.replay import InputValue
from maymust.terms import ArrayValue

if TYPE_CHECKING:
    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem, Valuation
    from maymust.engines.slices import Slice
    from maymust.passes.join_modules import Joint

Test = tuple[InputValue, ...]

_TESTS = 1500  # in the first call; each later call may run twice as many
_STATES = 400  # kept at each cut point
_LARGE = 64  # elements of an array: everything that is done with such a state takes long,
_LARGE_STATES = 40  # so only about as many are kept, and a few times as many in long tests
_POLL = 256  # steps between looks at the limit


class RandomTests:
    """A few tests of a call are long, most are short; every call has its own seed, and longer tests. `calls`
    were made before the first."""

    name = "random"

    def __init__(self, seed: int = 1, calls: int = 0) -> None:
        self._seed = seed
        self._calls = calls
        self._runner: _Runner | _CallRunner | None = None
        self._reported: set[int] = set()

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:  # noqa: ARG002
        """Tests up to the first that reaches the error, with one for each blocked location; states seen."""
        self._runner = runner = self._runner or _runner(problem)
        rng = random.Random(self._seed * 1_000_003 + self._calls)
        growth = 2 ** min(self._calls, 8)
        self._calls += 1
        sample = _Sample(rng, problem)
        found: list[Test] = []
        count = 0
        while count < _TESTS * growth and not limit.over():
            most = (3000 if count < 3 else 300 if count < 100 else 60) * growth
            end, test = runner.run(rng, most, sample, limit)
            count += 1
            if end in problem.system.errors:
                found.insert(0, test)
                break
            if end is not None and end not in self._reported:
                self._reported.add(end)
                found.append(test)
        return Proposal(tuple(found), sample.states(), tests_run=count)


class _Sample:
    """The first states at each cut point, and a sample of the others, so that deep ones are among them.
    States that differ only in what does not matter there count as one, and of those with large arrays ever
    fewer are looked at."""

    def __init__(self, rng: random.Random, problem: Problem) -> None:
        self._random = rng
        self._slots = {at: [problem.layout.slots[v] for v in problem.live[at]] for at in problem.cut_points}
        self._seen: dict[int, set[Valuation]] = {}
        self._kept: dict[int, list[Valuation]] = {}
        self._large = 0

    def add(self, location: int, state: Valuation) -> None:
        seen = self._seen.setdefault(location, set())
        relevant = tuple([state[slot] for slot in self._slots[location]])
        if relevant in seen:
            return
        if any(isinstance(value, ArrayValue) and len(value) > _LARGE for value in relevant):
            self._large += 1
            if self._random.randrange(self._large) >= _LARGE_STATES:
                return
        seen.add(relevant)
        kept = self._kept.setdefault(location, [])
        if len(kept) < _STATES:
            kept.append(state)
            return
        first = _STATES // 2
        place = first + self._random.randrange(len(seen) - first)
        if place < _STATES:
            kept[place] = state

    def states(self) -> dict[int, tuple[Valuation, ...]]:
        return {location: tuple(kept) for location, kept in self._kept.items()}


def _runner(problem: Problem) -> _Runner | _CallRunner:
    return _Runner(problem) if problem.joint is None else _CallRunner(problem, problem.joint)


class _CallRunner:
    """For a problem whose calls are not expanded. A node draws alike in all contexts."""

    def __init__(self, problem: Problem, joint: Joint) -> None:
        self._runner = JointRunner(problem, joint)
        self._palette = Palette.of(problem)

    def run(self, rng: random.Random, most: int, sample: _Sample, limit: Slice) -> tuple[int | None, Test]:
        """See `_Runner.run`."""
        drawer = Drawer(rng, self._palette)

        def go_on(steps: int) -> bool:
            if steps % _POLL == 0:
                limit.spend_steps(_POLL)
                return not limit.over()
            return True

        run = self._runner.run(
            lambda node, sort: drawer.draw(node.rpartition("/")[2], sort), most, sample.add, go_on=go_on
        )
        limit.spend_steps(run.steps % _POLL + 1)
        return run.end, tuple(run.read)


class _Runner:
    def __init__(self, problem: Problem) -> None:
        self._machine = Machine(problem.system)
        self._initial = problem.system.initial
        self._ends = problem.targets
        self._cut_points = frozenset(problem.cut_points)
        self._width = len(problem.system.variables)
        self._palette = Palette.of(problem)

    def run(self, rng: random.Random, most: int, sample: _Sample, limit: Slice) -> tuple[int | None, Test]:
        """One test of at most `most` steps: the target that it reaches, if any, and the inputs read."""
        machine, drawer = self._machine, Drawer(rng, self._palette)
        location, values = self._initial, machine.initial_values()
        read: list[InputValue] = []
        steps = 0
        while location not in self._ends and steps < most:
            for slot, source in zip(machine.input_slots[location], machine.inputs_at(location), strict=True):
                values[slot] = drawer.draw(source.node, source.variable.sort)
            given = dict(zip(machine.inputs_at(location), machine.input_slots[location], strict=True))
            crossed = machine.step(location, values)
            if crossed is None:
                break
            transition = crossed[0].transition
            read += [InputValue(source.node, values[given[source]]) for source in transition.inputs]
            location = transition.target
            steps += 1
            if location in self._cut_points:
                sample.add(location, tuple(values[: self._width]))
            if steps % _POLL == 0:
                limit.spend_steps(_POLL)
                if limit.over():
                    break
        limit.spend_steps(steps % _POLL + 1)
        return (location if location in self._ends else None), tuple(read)
