"""The list of passes, in order, each followed by the validator."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from maymust.ir.transitions import TransitionSystem
from maymust.ir.validate import validate
from maymust.ir.validate_transitions import validate_transitions
from maymust.passes.blocks import make_blocks
from maymust.passes.cone import cone, cone_again
from maymust.passes.flatten import flatten
from maymust.passes.merge import merge_straight_lines
from maymust.passes.slicing import drop_dead_updates, slice_variables

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.ir.program import Program
    from maymust.terms import Term

Pass = Callable[[TransitionSystem], TransitionSystem]


class Prepared:
    """A program in the forms that engines work on, each made when it is first asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.seconds = 0.0  # that it took to expand the calls

    @cached_property
    def flat(self) -> TransitionSystem:
        """Its calls expanded."""
        started = time.monotonic()
        made = prepare(self.program)
        self.seconds = time.monotonic() - started
        return made


def prepare(program: Program) -> TransitionSystem:
    """What is done once for a program: check it, and expand its calls."""
    validate(program)
    system = flatten(program)
    validate_transitions(system)
    return system


def for_property(
    system: TransitionSystem, property_id: str, *, straight_line: bool = True
) -> TransitionSystem:
    """What is done for each property: the system an engine works on."""
    passes: list[Pass] = [lambda s: cone(s, property_id), slice_variables]
    if straight_line:
        passes += [merge_straight_lines, lambda s: cone_again(s, property_id), slice_variables]
    passes.append(drop_dead_updates)
    for step in passes:
        system = step(system)
        validate_transitions(system)
    return system


def blocks_for_property(system: TransitionSystem, property_id: str) -> TransitionSystem:
    """The loop-free blocks of what `for_property` has made. The variables are the same, in the same order."""
    variables = system.variables
    for step in (make_blocks, lambda s: cone_again(s, property_id), drop_dead_updates):
        system = step(system)
        validate_transitions(system)
    return replace(system, variables=variables)


def blocks_of_modules(
    system: TransitionSystem, also: Iterable[int], read_at: Mapping[int, Iterable[Term]]
) -> TransitionSystem:
    """The blocks of what `join_modules` has made, also between these cut points; what is read at locations
    besides is kept."""
    blocks = drop_dead_updates(make_blocks(system, also), read_at)
    validate_transitions(blocks)
    return blocks
