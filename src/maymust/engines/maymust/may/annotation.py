"""The abstraction without an error path, as an inductive annotation.

Let B be the regions from which a target can be reached in the abstraction. No region of B contains the
initial states, and no edge leads from outside B into B. So the states outside B are an inductive
invariant: at each location, the conjunction of the negations of B's regions there.

Facts that the abstraction was built on belong to the invariant. They are inductive between loop heads and may
be silent elsewhere, so then the annotation speaks of loop heads and of the facts' locations alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.passes.blocks import loop_heads
from maymust.terms import Term, conjunction, negation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.engines.maymust.may.regions import Region, RegionGraph
    from maymust.ir.transitions import TransitionSystem


def invariants(
    system: TransitionSystem,
    graph: RegionGraph,
    targets: Iterable[int],
    facts: Mapping[int, tuple[Term, ...]],
) -> Mapping[str, tuple[Term, ...]]:
    """For each node that the system has left (other than ends), its invariant as conjuncts; where there are
    facts, for loop heads and the facts' locations."""
    found: dict[int, list[Term]] = {}
    for region in bad_regions(graph, targets):
        found.setdefault(region.location, []).append(negation(conjunction(region.literals)))
    ends = {*system.errors, *system.blocked}
    spoken_of = {*loop_heads(system), *facts} if facts else set(system.nodes)
    nowhere: dict[str, tuple[Term, ...]] = dict.fromkeys(system.dead_ends, ())
    said = {
        node: (*facts.get(at, ()), *found.get(at, ()))
        for at, node in system.nodes.items()
        if at in spoken_of and at not in ends
    }
    return said | nowhere


def bad_regions(graph: RegionGraph, targets: Iterable[int]) -> list[Region]:
    """B: the regions from which a target can be reached."""
    bad: dict[Region, None] = dict.fromkeys(
        r for location in sorted(targets) for r in graph.regions_at(location)
    )
    work = list(bad)
    while work:
        for _, source in work.pop().predecessors:
            if source not in bad:
                bad[source] = None
                work.append(source)
    return list(bad)
