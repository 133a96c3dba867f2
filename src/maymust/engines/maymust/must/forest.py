"""The must side Ω: the tests that were run, as a forest (here one tree) of concrete states.

Every state belongs to the region that contains it. Tests that agree on their first inputs share states.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from maymust.engines.maymust.must.called import CallStep, run_call
from maymust.engines.maymust.must.symbolic import execute_symbolic
from maymust.interp.calls import FOR_EVER, OutOfSteps
from maymust.interp.replay import InputValue
from maymust.interp.states import State
from maymust.terms import ArraySort, BitVecSort, Sort, Value, filled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.engines.base import Budget
    from maymust.engines.maymust.may.regions import Region, RegionGraph
    from maymust.engines.maymust.must.symbolic import Symbolic
    from maymust.engines.maymust.options import MayMustOptions
    from maymust.interp.machine import Machine, Step
    from maymust.ir.transitions import Transition, TransitionSystem

_MOST_CONSTRAINTS = 200  # on the path of a test that is worth resuming
_INPUT_EFFORT = 20
_POLL = 256  # steps between looks at the clock


def _effort(state: State) -> int:
    """What a state's path costs: an input burdens the prover more than a step the interpreter."""
    return state.depth + _INPUT_EFFORT * state.inputs_before


class ForestState(State):
    """A visited state. `region` is None while the state is not kept in its region's list."""

    __slots__ = ("children", "nodes", "region", "symbolic", "transition")

    def __init__(self, location: int, parent: ForestState | None, step: Step | CallStep | None,
                 delta: tuple[Value, ...], read: tuple[Value, ...], values: list[Value]) -> None:  # fmt: skip
        super().__init__(location, parent, step.slots if step else (), delta, read, values)
        self.transition: Transition | None = step.transition if step else None
        self.nodes: tuple[str | None, ...] | None = None  # that read, if a call led here; or did not
        self.children: dict[tuple[Value, ...], ForestState] = {}
        self.region: Region | None = None
        self.symbolic: Symbolic | None = None


class Forest:
    """Runs tests and keeps what they visited. `ends` collects the states that reached an error or
    something blocked, in the order of reaching."""

    def __init__(
        self, system: TransitionSystem, machine: Machine, graph: RegionGraph, options: MayMustOptions
    ) -> None:
        self._system = system
        self._machine = machine
        self._graph = graph
        self._options = options
        self._random = random.Random(options.seed)
        self._stops = {*system.errors, *system.blocked}
        limited = options.step_limits
        self._steps_after_frontier = options.steps_after_frontier if limited else FOR_EVER
        self.steps_in_calls = options.steps_in_calls if limited else FOR_EVER
        self._cut: set[ForestState] = set()  # where tests ran out of steps
        self._resumed = 0
        self.gave_up = False  # on a call, in the newest test
        self.ends: list[ForestState] = []
        self.tests = 0
        self.states = 1
        self.root = ForestState(system.initial, None, None, (), (), machine.initial_values())
        self.last = self.root  # of the newest test
        self._place(self.root, machine.initial_values())

    def run(self, inputs: Mapping[int, Value], frontier: ForestState, budget: Budget) -> None:
        """Runs the test with these inputs, by position; others are chosen freshly. Stops at an end, or when
        the steps behind the frontier's state are used up (thesis §6.2.1), so an endless loop costs little."""
        self.tests += 1
        self.gave_up = False
        last = _effort(frontier) + 1 + self._steps_after_frontier
        self._walk(self.root, self._machine.initial_values(), inputs, last, budget)

    def resume(self, state: ForestState, budget: Budget) -> bool:
        """Runs a test on that was stopped at this state, for as many steps as it has had; False where it was
        not, where the steps for resuming are used up, or where the path depends much on inputs.

        A long loop of fixed length is cheaper run than refined; one whose length is an input is not.
        """
        if state not in self._cut or self._resumed >= self._options.steps_of_resumed_tests:
            return False
        if execute_symbolic(state, self._machine).length > _MOST_CONSTRAINTS:
            return False
        self._cut.remove(state)
        steps = max(state.depth, self._steps_after_frontier)
        self._resumed += steps
        self._walk(state, list(state.valuation()), {}, _effort(state) + steps, budget)
        return True

    def was_cut(self, state: ForestState) -> bool:
        """Whether a test was stopped at this state, and not run on since."""
        return state in self._cut

    def _walk(
        self, state: ForestState, values: list[Value], inputs: Mapping[int, Value], last: int, budget: Budget
    ) -> None:
        """Steps from a state, whose valuation `values` is, up to an end or the effort `last`."""
        machine = self._machine
        while state.location not in self._stops:
            self.last = state
            if _effort(state) >= last:
                self._cut.add(state)
                return
            if state.depth % _POLL == 0:
                budget.check()
            if machine.calls is not None and machine.call_at(state.location) is not None:
                called = self._cross_call(state, values, inputs, budget)
                if called is None:
                    return
                state = called
                continue
            read = self._read(state, inputs, values)
            child = state.children.get(read)
            if child is not None:
                for slot, value in zip(child.slots, child.delta, strict=True):
                    values[slot] = value
                if child.region is None:
                    self._place(child, values)
            else:
                stepped = machine.step(state.location, values)
                if stepped is None:
                    return
                step, delta = stepped
                child = ForestState(step.transition.target, state, step, delta, read, values)
                state.children[read] = child
                self.states += 1
                self._place(child, values)
            state = child
        self.last = state
        self.ends.append(state)

    def _cross_call(
        self, state: ForestState, values: list[Value], inputs: Mapping[int, Value], budget: Budget
    ) -> ForestState | None:
        """The state behind a call; None where it does not end."""
        known = state.children.get(())
        if known is not None:  # it reads nothing, so it ends like this whenever it begins here
            for slot, value in zip(known.slots, known.delta, strict=True):
                values[slot] = value
            if known.region is None:
                self._place(known, values)
            return known
        read: list[Value] = []
        nodes: list[str | None] = []

        def next_input(node: str, sort: Sort) -> Value:
            value = inputs.get(state.inputs_before + len(read))
            read.append(self._fresh_value(sort) if value is None else value)
            nodes.append(f"{state.location}/{node}")
            return read[-1]

        def not_read(position: int) -> None:
            nodes[position] = None

        most = self.steps_in_calls
        try:
            step = run_call(
                self._machine,
                state.location,
                values,
                next_input,
                most,
                budget,
                not_read,
                has_read=state.inputs_before > 0,
            )
        except OutOfSteps:
            self.gave_up = True
            return None
        if step is None:
            return None
        for slot, value in zip(step.slots, step.delta, strict=True):
            values[slot] = value
        child = state.children.get(tuple(read))
        if child is None:
            child = ForestState(step.transition.target, state, step, step.delta, tuple(read), values)
            child.nodes = tuple(nodes)
            state.children[tuple(read)] = child
            self.states += 1
            self._place(child, values)
        elif child.region is None:
            self._place(child, values)
        return child

    def _read(
        self, state: ForestState, inputs: Mapping[int, Value], values: list[Value]
    ) -> tuple[Value, ...]:
        slots = self._machine.input_slots[state.location]
        if not slots:
            return ()
        read = []
        for offset, (slot, source) in enumerate(
            zip(slots, self._machine.inputs_at(state.location), strict=True)
        ):
            value = inputs.get(state.inputs_before + offset)
            if value is None:
                value = self._fresh_value(source.variable.sort)
            values[slot] = value
            read.append(value)
        return tuple(read)

    def _fresh_value(self, sort: Sort) -> Value:
        """An array has the same element everywhere: what tells elements apart, the prover has to find."""
        if isinstance(sort, ArraySort):
            return filled(sort.index, self._fresh(sort.element))
        return self._fresh(sort.width if isinstance(sort, BitVecSort) else 1)

    def _fresh(self, width: int) -> int:
        if self._options.fresh_inputs == "zero":
            return 0
        choice = self._random.random()
        if choice < 0.6:
            return self._random.choice((0, 1))
        if choice < 0.85:
            return self._random.randrange(min(10, 1 << width))
        return self._random.randrange(1 << width) if choice < 0.95 else (1 << width) - 1

    def _place(self, state: ForestState, values: list[Value]) -> None:
        region = self._graph.region_of(state.location, values)
        state.region = region
        region.states.append(state)
        limit = self._options.states_per_region
        if len(region.states) > 2 * limit:
            for dropped in region.states[:limit]:
                dropped.region = None
                dropped.forget()
            del region.states[:limit]

    def test_of(self, state: ForestState) -> tuple[InputValue, ...]:
        """The test that leads to a state: the inputs that were really read, by node."""
        test: list[InputValue] = []
        for later in state.trace()[1:]:
            assert later.parent is not None
            assert later.transition is not None
            if later.nodes is not None:
                read = zip(later.nodes, later.read, strict=True)
                test += [InputValue(node, value) for node, value in read if node is not None]
                continue
            given = dict(zip(self._machine.inputs_at(later.parent.location), later.read, strict=True))
            test += [InputValue(i.node, given[i]) for i in later.transition.inputs]
        return tuple(test)
