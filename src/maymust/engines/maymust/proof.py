"""The abstraction without an error path, as an inductive annotation.

Let B be the regions from which a target can be reached in the abstraction. No region of B contains the
initial states, and no edge leads from outside B into B. So the states outside B are an inductive
invariant: at each location, the conjunction of the negations of B's regions there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import Term, conjunction, negation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.engines.maymust.regions import Region, RegionGraph
    from maymust.ir.transitions import TransitionSystem


def invariants(
    system: TransitionSystem, graph: RegionGraph, targets: Iterable[int]
) -> Mapping[str, tuple[Term, ...]]:
    """For each node that the system has left (other than ends), its invariant as conjuncts."""
    bad: dict[Region, None] = dict.fromkeys(
        r for location in sorted(targets) for r in graph.regions_at(location)
    )
    work = list(bad)
    while work:
        for _, source in work.pop().predecessors:
            if source not in bad:
                bad[source] = None
                work.append(source)
    found: dict[int, list[Term]] = {}
    for region in bad:
        found.setdefault(region.location, []).append(negation(conjunction(region.literals)))
    ends = {*system.errors, *system.blocked}
    nowhere: dict[str, tuple[Term, ...]] = dict.fromkeys(system.dead_ends, ())
    said = {node: tuple(found.get(at, ())) for at, node in system.nodes.items() if at not in ends}
    return said | nowhere
