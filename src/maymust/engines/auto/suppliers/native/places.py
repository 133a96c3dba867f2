"""What the numbers in a C program stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.engines.auto.problem import Problem
    from maymust.terms import Sort


@frozen
class Places:
    """Targets, cut points and input nodes, known by their positions; `errors` of the targets, the first ones,
    are errors. `sorts` are those of what the nodes read, `live`, for each cut point, the positions of the
    variables that matter there."""

    targets: tuple[int, ...]
    errors: int
    cut_points: tuple[int, ...]
    nodes: tuple[str, ...]
    sorts: tuple[Sort, ...]
    live: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, problem: Problem) -> Places:
        """Those of a problem's system."""
        system = problem.system
        nodes = {read.node: read.variable.sort for found in system.inputs_at.values() for read in found}
        return cls(
            (*system.errors, *system.blocked),
            len(system.errors),
            problem.cut_points,
            tuple(nodes),
            tuple(nodes.values()),
            tuple(tuple(problem.layout.slots[v] for v in problem.live[at]) for at in problem.cut_points),
        )
