"""What the loop's refinements suggest as invariants: others may be able to prove them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.passes.blocks import loop_heads
from maymust.terms import Term, conjunction, negation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from maymust.engines.maymust.regions import RegionGraph
    from maymust.ir.transitions import TransitionSystem
    from maymust.terms.evaluate import Layout

_LARGEST = 200  # terms that a candidate may have
_MOST = 300  # candidates at one location


def useful_predicates(
    system: TransitionSystem, graph: RegionGraph, layout: Layout
) -> Mapping[int, tuple[Term, ...]]:
    """For each loop head that tests have reached: the predicates of its regions that hold in all states seen
    there, and the negations of those that hold in none."""
    found: dict[int, tuple[Term, ...]] = {}
    for head in sorted(loop_heads(system)):
        states = [state.valuation() for region in graph.regions_at(head) for state in region.states]
        if not states:
            continue
        chosen: dict[Term, None] = {}
        for predicate in _predicates(graph, head):
            holds = layout.function(predicate)
            truths = {bool(holds(state)) for state in states}
            if len(truths) == 1:
                chosen[predicate if True in truths else negation(predicate)] = None
            if len(chosen) >= _MOST:
                break
        if chosen:
            found[head] = tuple(chosen)
    return found


def _predicates(graph: RegionGraph, location: int) -> Iterator[Term]:
    """The literals of the regions, and each unvisited region as a whole."""
    for region in sorted(graph.regions_at(location), key=lambda region: region.number):
        yield from (literal for literal in region.literals if literal.size <= _LARGEST)
        if not region.states:
            whole = conjunction(region.literals)
            if whole.size <= _LARGEST:
                yield whole
