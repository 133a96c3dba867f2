"""What the numbers in a C program stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maymust.engines.problem import Problem


@dataclass(frozen=True, slots=True)
class Places:
    """Targets, cut points and input nodes, known by their positions; `errors` of the targets, the first ones,
    are errors. `live` are, for each cut point, the positions of the variables that matter there."""

    targets: tuple[int, ...]
    errors: int
    cut_points: tuple[int, ...]
    nodes: tuple[str, ...]
    live: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, problem: Problem) -> Places:
        """Those of a problem's system."""
        system = problem.system
        return cls(
            (*system.errors, *system.blocked),
            len(system.errors),
            problem.cut_points,
            tuple(dict.fromkeys(read.node for found in system.inputs_at.values() for read in found)),
            tuple(tuple(problem.layout.slots[v] for v in problem.live[at]) for at in problem.cut_points),
        )
