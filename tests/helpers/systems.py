"""Transition systems as text, and their runs beside the runs of programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from helpers.terms import random_array
from maymust.interp.machine import Machine
from maymust.interp.replay import InputValue, OutOfSteps, Stuck, Violated, replay
from maymust.interp.values import zero
from maymust.terms import ArraySort, Term, Value

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from maymust.ir.program import Program
    from maymust.ir.transitions import TransitionSystem


def system_to_text(system: TransitionSystem) -> str:
    """One line a transition, with nodes for locations."""
    lines = []
    for t in sorted(system.transitions, key=lambda t: t.number):
        inputs = "".join(f" ?{i.node}" for i in t.inputs)
        guard = " & ".join(map(str, t.guard))
        updates = ", ".join(f"{v} := {value}" for v, value in t.updates.items())
        lines.append(
            f"{system.nodes[t.source]} -> {system.nodes[t.target]}{inputs} [{guard}] {updates}".rstrip()
        )
    if system.dead_ends:
        lines.append("dead ends: " + " ".join(system.dead_ends))
    return ("\n".join(lines) + "\n").replace("|", "")


@dataclass(frozen=True)
class Inputs:
    """What each node reads, in order."""

    values: Mapping[str, Sequence[Value]]

    def test(self) -> list[InputValue]:
        return [InputValue(node, value) for node, values in self.values.items() for value in values]


def random_inputs(rng: random.Random, system: TransitionSystem, reads: int = 12) -> Inputs:
    """Inputs for a flattened program."""
    found = sorted({i for t in system.transitions for i in t.inputs}, key=lambda i: i.node)
    return Inputs({i.node: [_random_value(rng, i.variable) for _ in range(reads)] for i in found})


def _random_value(rng: random.Random, name: Term) -> Value:
    if isinstance(name.sort, ArraySort):
        return random_array(rng, name.sort)
    return rng.randrange(2**name.width)


End = Violated | Stuck | OutOfSteps | None


def end_of_replay(program: Program, inputs: Inputs, max_steps: int) -> End:
    """How the program ends; None for an ordinary end."""
    end = replay(program, inputs.test(), max_steps).end
    return end if isinstance(end, Violated | Stuck | OutOfSteps) else None


def end_of_system(machine: Machine, inputs: Inputs, max_steps: int) -> End:
    """How the system's run ends, each node's inputs taken in the order of its reads."""
    system = machine.system
    location, values = system.initial, machine.initial_values()
    taken: dict[str, int] = {}
    for _ in range(max_steps):
        if location in system.errors:
            return Violated(system.errors[location])
        if location in system.blocked:
            return Stuck(system.blocked[location].construct)
        for slot, source in zip(machine.input_slots[location], machine.inputs_at(location), strict=True):
            given = inputs.values.get(source.node, ())
            position = taken.get(source.node, 0)
            values[slot] = given[position] if position < len(given) else zero(source.variable.sort)
        stepped = machine.step(location, values)
        if stepped is None:
            return None
        for source in stepped[0].transition.inputs:
            taken[source.node] = taken.get(source.node, 0) + 1
        location = stepped[0].transition.target
    return OutOfSteps()
