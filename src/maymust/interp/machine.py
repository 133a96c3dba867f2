"""A transition system compiled to Python, ready to be stepped through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.interp.values import zero
from maymust.terms import conjunction
from maymust.terms.evaluate import Function, Layout, VectorFunction

if TYPE_CHECKING:
    from maymust.interp.calls import CallRunner
    from maymust.ir.transitions import CallEnd, Input, Transition, TransitionSystem
    from maymust.terms import Value


class Step:
    """A transition compiled: whether it can be crossed, and the values that it sets."""

    __slots__ = ("can_cross", "new_values", "slots", "transition")

    def __init__(self, transition: Transition, layout: Layout) -> None:
        self.transition = transition
        self.can_cross: Function = layout.function(conjunction(transition.guard))
        self.slots = tuple(layout.slots[v] for v in transition.updates)
        self.new_values: VectorFunction = layout.vector_function(tuple(transition.updates.values()))


class Machine:
    """Valuations are lists: first the system's variables, then its inputs.

    Requires of `step`: the inputs of the location (`inputs_at`) have been written into the valuation.
    """

    def __init__(self, system: TransitionSystem, calls: CallRunner | None = None) -> None:
        """`calls` runs the calls, where the system has some."""
        self.system = system
        self.calls = calls
        inputs = dict.fromkeys(i.variable for found in system.inputs_at.values() for i in found)
        self.layout = Layout((*system.variables, *inputs))
        self.input_slots = {
            location: tuple(self.layout.slots[i.variable] for i in found)
            for location, found in system.inputs_at.items()
        }
        self._steps: dict[int, tuple[Step, ...]] = {}  # compiled when a location is met first

    def initial_values(self) -> list[Value]:
        """A valuation for the initial location: every variable zero (none is read before it is set)."""
        return [zero(v.sort) for v in self.layout.variables]

    def inputs_at(self, location: int) -> tuple[Input, ...]:
        """The inputs to provide before a step from this location."""
        return self.system.inputs_at[location]

    def call_at(self, location: int) -> CallEnd | None:
        """The call that leaves a location, with one of its ends."""
        leaving = self.system.outgoing[location]
        return leaving[0].call if leaving else None

    def enabled(self, location: int, values: list[Value]) -> Step | None:
        """The transition whose guard holds; None where there is none."""
        steps = self._steps.get(location)
        if steps is None:
            steps = tuple([Step(t, self.layout) for t in self.system.outgoing[location]])
            self._steps[location] = steps
        for step in steps:
            if step.can_cross(values):
                return step
        return None

    def step(self, location: int, values: list[Value]) -> tuple[Step, tuple[Value, ...]] | None:
        """Crosses the transition whose guard holds, changing `values`; None where there is none."""
        step = self.enabled(location, values)
        if step is None:
            return None
        delta = step.new_values(values)
        for slot, value in zip(step.slots, delta, strict=True):
            values[slot] = value
        return step, delta
