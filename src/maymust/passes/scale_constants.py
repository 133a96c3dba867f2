"""Puts other constants in the place of some: a smaller program, if large ones become small.

Before   [i < 1000] i := i + 1           with 1000 -> 11
After    [i < 11]   i := i + 1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.ir.validate_transitions import validate_transitions
from maymust.terms import Term, constant, make, postorder

if TYPE_CHECKING:
    from maymust.ir.transitions import TransitionSystem

Numbers = Mapping[int, int]


def scale_constants(system: TransitionSystem, numbers: Numbers) -> TransitionSystem:
    """The system with the numbers (unsigned readings) replaced in guards and updates."""
    transitions = []
    for t in system.transitions:
        guard = tuple(replace_constants(t.guard, numbers))
        updates = dict(zip(t.updates, replace_constants(tuple(t.updates.values()), numbers), strict=True))
        transitions.append(replace(t, guard=guard, updates=updates))
    scaled = replace(system, transitions=tuple(transitions))
    validate_transitions(scaled)
    return scaled


def replace_constants(terms: Sequence[Term], numbers: Numbers) -> list[Term]:
    """Terms with the numbers replaced."""
    memo: dict[Term, Term] = {}
    for part in postorder(terms):
        if part.value is not None:
            new = numbers.get(part.value) if part.width else None
            memo[part] = part if new is None else constant(new, part.width)
        elif part.op is None:
            memo[part] = part
        else:
            arguments = tuple([memo[argument] for argument in part.args])
            memo[part] = part if arguments == part.args else make(part.op, arguments, part.indices)
    return [memo[term] for term in terms]
