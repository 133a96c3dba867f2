"""A smaller program: large constants become small ones, so that tests get through long loops.

What is seen there is nothing that the program does; but what is guessed from it, with the constants put back,
is a candidate like any other. Constants near each other stay as far from each other as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.terms import Term, constant, make, postorder

if TYPE_CHECKING:
    from maymust.engines.auto.problem import Problem
    from maymust.ir.transitions import TransitionSystem

_LARGE, _LARGEST = 40, 1 << 30
_NEAR = 4  # constants so near each other belong together
_SMALL = (11, 23, 17, 29)  # what takes the place of large ones

Numbers = Mapping[int, int]


@frozen
class Scaled:
    """The smaller problem, and which of its constants stand for which."""

    problem: Problem
    originals: Numbers

    def original(self, terms: Sequence[Term]) -> list[Term]:
        """Terms with the constants put back."""
        return _replaced(terms, self.originals)


def scaled(problem: Problem) -> Scaled | None:
    """The smaller problem; None where there are no large constants, or small ones are in the way."""
    groups: list[list[int]] = []
    for number in problem.constants:
        if _LARGE <= number < _LARGEST and number & (number - 1):
            if groups and number - groups[-1][-1] <= _NEAR:
                groups[-1].append(number)
            else:
                groups.append([number])
    taken = {n + d for n in problem.constants if n < _LARGE for d in range(-1, 2)}
    numbers: dict[int, int] = {}
    originals: dict[int, int] = {}
    for group, small in zip(groups, _SMALL, strict=False):
        for distance in range(-1, group[-1] - group[0] + 2):
            if small + distance in taken:
                return None
            numbers[group[0] + distance] = small + distance
            originals[small + distance] = group[0] + distance
    if not numbers or len(groups) > len(_SMALL):
        return None
    return Scaled(
        replace(
            problem,
            system=_scaled_system(problem.system, numbers),
            blocks=_scaled_system(problem.blocks, numbers),
            constants=tuple(sorted({numbers.get(c, c) for c in problem.constants})),
            atoms=tuple(a for a in _replaced(problem.atoms, numbers) if a.free),
            quantities=tuple(_replaced(problem.quantities, numbers)),
        ),
        originals,
    )


def _scaled_system(system: TransitionSystem, numbers: Numbers) -> TransitionSystem:
    transitions = []
    for t in system.transitions:
        guard = tuple(_replaced(t.guard, numbers))
        updates = dict(zip(t.updates, _replaced(tuple(t.updates.values()), numbers), strict=True))
        transitions.append(replace(t, guard=guard, updates=updates))
    return replace(system, transitions=tuple(transitions))


def _replaced(terms: Sequence[Term], numbers: Numbers) -> list[Term]:
    """Terms with constants replaced."""
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
