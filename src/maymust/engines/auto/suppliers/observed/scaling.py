"""A smaller program: large constants become small ones, so that tests get through long loops.

What is seen there is nothing that the program does; but what is guessed from it, with the constants put back,
is a candidate like any other. Constants near each other stay as far from each other as they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.passes.scale_constants import Numbers, replace_constants, scale_constants

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.engines.auto.problem import Problem
    from maymust.terms import Term

_LARGE, _LARGEST = 40, 1 << 30
_NEAR = 4  # constants so near each other belong together
_SMALL = (11, 23, 17, 29)  # what takes the place of large ones


@frozen
class Scaled:
    """The smaller problem, and which of its constants stand for which."""

    problem: Problem
    originals: Numbers

    def original(self, terms: Sequence[Term]) -> list[Term]:
        """Terms with the constants put back."""
        return replace_constants(terms, self.originals)


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
            system=scale_constants(problem.system, numbers),
            blocks=scale_constants(problem.blocks, numbers),
            constants=tuple(sorted({numbers.get(c, c) for c in problem.constants})),
            atoms=tuple(a for a in replace_constants(problem.atoms, numbers) if a.free),
            quantities=tuple(replace_constants(problem.quantities, numbers)),
        ),
        originals,
    )
