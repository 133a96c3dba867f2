"""Runs programs whose calls are not expanded, and sees the states at the cut points of their joint system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.interp.calls import (
    MOST_FRAMES,
    MOST_REPEATED,
    CallRunner,
    Ended,
    Entering,
    Leaving,
    OutOfSteps,
    Repeating,
    Stepping,
)
from maymust.interp.replay import InputValue
from maymust.interp.values import zero

if TYPE_CHECKING:
    from maymust.engines.auto.problem import Problem, Valuation
    from maymust.interp.calls import Frame
    from maymust.passes.join_modules import Joint, Part
    from maymust.terms import Sort, Value

_DEEPEST = MOST_FRAMES + 1  # calls in each other: what a test does below the start, the start can do
ValueOf = Callable[[str, "Sort"], "Value"]  # what a node would read


@frozen(eq=False)
class JointRun:
    """A test that was run: the target of the joint system that it reached, if any, what it has read, and its
    steps. One that has repeated so much that nobody could run it again has reached none."""

    end: int | None
    read: Sequence[InputValue]
    steps: int


class JointRunner:
    """Runs tests of a problem that has a joint system. A call that reads nothing and begins like another is
    gone through once, in all tests. `visited` are the locations that were left."""

    def __init__(self, problem: Problem, joint: Joint) -> None:
        self._joint = joint
        self._runner = CallRunner(joint.modules)
        self._targets = problem.targets
        self._nothing = [zero(v.sort) for v in problem.layout.variables]
        self._cut_points = frozenset(problem.cut_points)
        self._copied = {name: self._copies(problem, part) for name, part in joint.parts.items()}
        self.visited: set[int] = {problem.system.initial}

    def run(
        self,
        value_of: ValueOf,
        most: int,
        observe: Callable[[int, Valuation], None],
        has_read: Callable[[InputValue], None] = lambda _: None,
        go_on: Callable[[int], bool] = lambda _: True,
    ) -> JointRun:
        """Runs a test of `most` steps; `go_on` is asked behind each whether it goes on."""
        modules = self._joint.modules
        began: list[Sequence[Value]] = [()]
        read: list[InputValue] = []
        steps, repeated, end = 0, 0, None
        known = self._runner.known
        events = self._runner.run(modules.start, self._globals(), [], value_of, most, known, _DEEPEST)
        try:
            for event in events:
                match event:
                    case Stepping(frame, transition, _):
                        self._pass(frame, frame.location, began[-1], observe)
                        context = frame.context() if transition.inputs else ""
                        for source in transition.inputs:
                            value = frame.values[frame.machine.layout.slots[source.variable]]
                            read.append(InputValue(context + source.node, value))
                            has_read(read[-1])
                    case Entering(caller, _, entered):
                        self._pass(caller, caller.location, began[-1], observe)
                        began.append(self._began(entered))
                        self._pass(entered, -1, began[-1], observe)
                    case Repeating(caller, _, those):
                        self._pass(caller, caller.location, began[-1], observe)
                        repeated += those
                    case Leaving(_, _, left):
                        self._pass(left, left.location, began.pop(), observe)
                    case Ended(_, frame):
                        at = self._joint.parts[frame.module.name].at(frame.location)
                        self.visited.add(at)
                        end = at if at in self._targets and repeated < MOST_REPEATED else None
                steps += 1
                if not go_on(steps):
                    break
        except OutOfSteps:
            pass
        return JointRun(end, read, steps)

    def _globals(self) -> list[Value]:
        return [zero(v.sort) for v in self._joint.modules.globals]

    def _began(self, entered: Frame) -> Sequence[Value]:
        """The values of the callee's ghosts."""
        slots = entered.machine.layout.slots
        return [entered.values[slots[v]] for v in self._joint.parts[entered.module.name].ghosts]

    def _pass(
        self,
        frame: Frame,
        location: int,
        began: Sequence[Value],
        observe: Callable[[int, Valuation], None],
    ) -> None:
        """A frame is at a location; -1 stands for the entry."""
        name = frame.module.name
        at = self._joint.parts[name].at(location)
        self.visited.add(at)
        if at in self._cut_points:
            state = list(self._nothing)
            own, ghosts = self._copied[name][at]
            for target, source in own:
                state[target] = frame.values[source]
            for target, source in ghosts:
                state[target] = began[source]
            observe(at, tuple(state))

    def _copies(self, problem: Problem, part: Part) -> dict[int, tuple[_Slots, _Slots]]:
        """For each cut point, where the values that matter are found: in a frame, and among ghosts."""
        slots = problem.layout.slots
        own = self._runner.machine(part.module).layout.slots
        ghosts = {ghost: place for place, ghost in enumerate(part.ghosts.values())}
        locations = [part.entry, *map(part.at, part.module.system.nodes)]
        return {
            at: (
                [(slots[v], own[v]) for v in problem.live[at] if v in own],
                [(slots[v], ghosts[v]) for v in problem.live[at] if v in ghosts],
            )
            for at in locations
            if at in self._cut_points
        }


_Slots = list[tuple[int, int]]
