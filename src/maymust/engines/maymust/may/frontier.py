"""Abstract error paths and their frontiers (thesis §3.3.1-2; article GetOrderedAbstractTrace).

A frontier is an edge of an abstract error path from a region that a test has visited into one that none
has. The trace up to it is the visited state's own test, which need not follow the path (thesis §3.8.6).
Of several states the search takes the newest (§3.8.7); `promising_state` may know a better one.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from maymust.engines.maymust.may.regions import Region
from maymust.engines.maymust.must.symbolic import execute_symbolic
from maymust.frozen import frozen
from maymust.ir.transitions import Transition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.engines.maymust.may.edges import EdgeFilter, Preimage
    from maymust.engines.maymust.must.forest import ForestState
    from maymust.interp.machine import Machine

_LIGHT = 100  # inputs and conditions on them that the prover takes easily


FrontierEdge = tuple[Region, Transition, Region]


@frozen
class Frontier:
    """The edge to cross, the state from which to try, and the edges of the abstract error path behind it."""

    source: Region
    transition: Transition
    target: Region
    state: ForestState
    behind: tuple[FrontierEdge, ...] = ()


def find_backward(targets: Iterable[Region], edges: EdgeFilter, skip: set[FrontierEdge]) -> Frontier | None:
    """Breadth-first from the target regions backwards, up to the first visited region.

    What is walked over is unvisited, so the search sees only the part of the graph that matters. None
    means that no visited region, and so not the initial one, can reach a target.
    """
    queue = deque(targets)
    leads_by: dict[Region, FrontierEdge | None] = dict.fromkeys(queue)
    while queue:
        target = queue.popleft()
        for transition, source in list(target.predecessors):
            if source in leads_by or (source, transition, target) in skip:
                continue
            if not edges.passes(source, transition, target):
                continue
            if source.states:
                return Frontier(source, transition, target, source.states[-1], _behind(target, leads_by))
            leads_by[source] = (source, transition, target)
            queue.append(source)
    return None


def _behind(region: Region, leads_by: dict[Region, FrontierEdge | None]) -> tuple[FrontierEdge, ...]:
    """The edges from a region to a target."""
    found: list[FrontierEdge] = []
    edge = leads_by[region]
    while edge is not None:
        found.append(edge)
        edge = leads_by[edge[2]]
    return tuple(found)


def find_forward(
    initial: Region, targets: Iterable[Region], edges: EdgeFilter, skip: set[FrontierEdge]
) -> Frontier | None:
    """Breadth-first from the initial region, as the thesis has it: a shortest abstract error path, and the
    last visited region on it."""
    goals = set(targets)
    came_from: dict[Region, tuple[Region, Transition] | None] = {initial: None}
    queue = deque([initial])
    while queue:
        source = queue.popleft()
        for transition, target in list(source.successors):
            if target in came_from or (source, transition, target) in skip:
                continue
            if not edges.passes(source, transition, target):
                continue
            came_from[target] = (source, transition)
            if target in goals:
                return _last_visited(target, came_from)
            queue.append(target)
    return None


def _last_visited(target: Region, came_from: dict[Region, tuple[Region, Transition] | None]) -> Frontier:
    behind: list[FrontierEdge] = []
    while True:
        step = came_from[target]
        assert step is not None, "the initial region is always visited"
        source, transition = step
        if source.states:
            return Frontier(source, transition, target, source.states[-1], tuple(reversed(behind)))
        behind.append((source, transition, target))
        target = source


def promising_state(frontier: Frontier, preimage: Preimage, machine: Machine, most: int) -> ForestState:
    """The newest state (of the newest `most`) that may cross the frontier as far as its own values tell, and
    whose path depends little on inputs; else the one whose path depends least, and the newest of all where
    none may cross.

    What a state's inputs do not influence is settled by evaluation: the 1000th round of a loop cannot be left
    before its end, whatever the inputs. A thousand inputs and conditions on them choke the prover.
    """
    literals, layout = (*preimage.guard, *preimage.target), machine.layout
    read = {i.variable for i in machine.inputs_at(frontier.source.location)}
    best, least = frontier.state, None
    for state in frontier.source.states[: -most - 1 : -1]:
        symbolic = execute_symbolic(state, machine)
        burden = symbolic.length + state.inputs_before
        if least is not None and burden >= least:
            continue
        influenced = read.union(symbolic.values)
        values = state.valuation()
        if all(layout.value(part, values) for part in literals if part.free.isdisjoint(influenced)):
            best, least = state, burden
            if burden <= _LIGHT:
                break
    return best
