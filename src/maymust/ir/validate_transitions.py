"""The invariants of transition systems, checked after every pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.ir.validate import InvalidProgram
from maymust.terms import BOOL

if TYPE_CHECKING:
    from maymust.ir.transitions import TransitionSystem
    from maymust.terms import Term


def validate_transitions(system: TransitionSystem, *, of_module: bool = False) -> None:
    """Raises InvalidProgram unless the system keeps every invariant stated in `ir.transitions`.

    That transitions from one location exclude each other is not checked: `passes.flatten` takes it over
    from the program, where it is, and every later pass only composes or drops transitions.
    """
    ends = {*system.errors, *system.blocked}
    variables = set(system.variables)
    numbers: set[int] = set()
    for transition in system.transitions:
        if transition.number in numbers:
            raise InvalidProgram(f"two transitions have the number {transition.number}")
        numbers.add(transition.number)
        if transition.source in ends:
            raise InvalidProgram(f"{transition} leaves an end")
        if transition.target == system.initial and not of_module:
            raise InvalidProgram(f"{transition} enters the initial location")
        for location in (transition.source, transition.target):
            if location not in system.nodes:
                raise InvalidProgram(f"{transition}: location {location} has no node")
        inputs = {i.variable for i in transition.inputs}
        if inputs & variables:
            raise InvalidProgram(f"{transition}: an input is a variable of the system")

        def is_closed(term: Term, inputs: set[Term] = inputs) -> bool:
            return term.free <= variables or term.free - variables <= inputs

        for conjunct in transition.guard:
            if conjunct.sort is not BOOL or not is_closed(conjunct):
                raise InvalidProgram(f"{transition}: the guard {conjunct} is not Bool or not closed")
        for variable, value in transition.updates.items():
            if variable not in variables or variable.sort is not value.sort or not is_closed(value):
                raise InvalidProgram(f"{transition}: the update of {variable} does not fit")
