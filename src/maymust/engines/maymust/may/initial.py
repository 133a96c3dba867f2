"""Splits the first abstraction on the conditions that are needed to reach a target (YOGI).

The search would find these predicates one by one, each by a query. Which are worth having at once, the
options tell. The initial region is never split.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.may.dependence import deciding_conditions
from maymust.passes.slicing import live_variables
from maymust.terms import Term, conjunction, negation
from maymust.terms.literals import Literals, with_literal

if TYPE_CHECKING:
    from maymust.engines.maymust.may.regions import Region, RegionGraph
    from maymust.engines.maymust.options import MayMustOptions
    from maymust.ir.transitions import Transition, TransitionSystem

_MOST_EVERYWHERE = 3  # predicates: each doubles the regions


def split_initially(graph: RegionGraph, system: TransitionSystem, options: MayMustOptions) -> None:
    """Splits the regions of a graph that nothing has been found out about, if it is to be refined."""
    if not options.abstraction:
        return
    match options.initial_splits:
        case "branches":
            _split_at_branches(graph, system)
        case "everywhere":
            _split_everywhere(graph, system)


def _split_at_branches(graph: RegionGraph, system: TransitionSystem) -> None:
    """By the conditions that decide: states that do not satisfy those of a transition lose its edge."""
    deciding = deciding_conditions(system)
    for location in sorted(system.nodes.keys() - {system.initial}):
        (rest,) = graph.regions_at(location)
        for transition in system.outgoing[location]:
            condition = _condition(transition, deciding[transition])
            if condition is None or not _splits(rest, condition):
                continue
            rest, _ = graph.split(rest, (condition,))
            for crossed, target in list(rest.successors):
                if crossed is transition:
                    graph.remove_edge(rest, transition, target)


def _split_everywhere(graph: RegionGraph, system: TransitionSystem) -> None:
    """Wherever the variables of a condition right before a target may still be read."""
    targets = {*system.errors, *system.blocked}
    last = [_condition(t, t.guard) for t in system.transitions if t.target in targets]
    conditions = [c for c in dict.fromkeys(last) if c is not None][:_MOST_EVERYWHERE]
    live = live_variables(system)
    for location in sorted(system.nodes.keys() - targets - {system.initial}):
        for condition in conditions:
            if condition.free <= live[location]:
                for region in list(graph.regions_at(location)):
                    if _splits(region, condition):
                        graph.split(region, (condition,))


def _condition(transition: Transition, literals: Literals) -> Term | None:
    """The conjunction of some conditions of a transition, if they speak of a state and nothing else."""
    inputs = {i.variable for i in transition.inputs}
    condition = conjunction(literals)
    return condition if condition.free and condition.free.isdisjoint(inputs) else None


def _splits(region: Region, condition: Term) -> bool:
    """Whether neither part would be plainly empty."""
    parts = (with_literal(region.literals, part) for part in (condition, negation(condition)))
    return all(part is not None for part in parts)
