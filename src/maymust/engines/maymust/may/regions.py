"""The may side Π: a partition of the states at each location into regions, and abstract edges between them.

At every time the graph over-approximates the program: if a state in region R can cross a transition into
region S, the edge (R, transition, S) is there. (DASH thesis §3.2; article §3.)

A region's predicate never changes: a split replaces the region by two. The regions at a location are the
leaves of a decision tree of splits, so a state finds its region by evaluating one predicate a level.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.errors import InternalError
from maymust.ir.transitions import Transition, TransitionSystem
from maymust.terms import Term, Value, conjunction, negation
from maymust.terms.literals import Literals, with_literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from maymust.engines.maymust.must.forest import ForestState
    from maymust.terms.evaluate import Layout

AbstractEdge = tuple[Transition, "Region"]


class Region:
    """The states at `location` that satisfy every literal; `states` are those that tests have visited,
    oldest first. `predecessors` maps each incoming edge to whether the edge filter has let it pass."""

    __slots__ = ("leaf", "literals", "location", "number", "predecessors", "states", "successors")

    def __init__(self, number: int, location: int, literals: Literals) -> None:
        self.number = number
        self.location = location
        self.literals = literals
        self.states: list[ForestState] = []
        self.successors: dict[AbstractEdge, None] = {}
        self.predecessors: dict[AbstractEdge, bool] = {}
        self.leaf: _Leaf | None = None

    def __repr__(self) -> str:
        predicate = " & ".join(map(str, self.literals)) or "true"
        return f"{self.location}:{predicate}"


class _Leaf:
    """A node of a decision tree: a region, until it is split."""

    __slots__ = ("inside", "outside", "region", "test")

    def __init__(self, region: Region) -> None:
        self.region = region
        self.test: Term | None = None
        self.inside: _Leaf | None = None
        self.outside: _Leaf | None = None


class RegionGraph:
    """The abstraction. It starts as the control-flow graph, every region true."""

    def __init__(self, system: TransitionSystem, layout: Layout) -> None:
        self._layout = layout
        self._trees: dict[int, _Leaf] = {}
        self._count = 0
        self.alive = 0
        for location in system.nodes:
            region = self._new(location, ())
            region.leaf = self._trees[location] = _Leaf(region)
        for transition in system.transitions:
            self._connect(
                self._trees[transition.source].region, transition, self._trees[transition.target].region
            )

    def region_of(self, location: int, values: Sequence[Value]) -> Region:
        """The region of a concrete state."""
        node = self._trees[location]
        while node.test is not None:
            following = node.inside if self._layout.value(node.test, values) else node.outside
            assert following is not None
            node = following
        return node.region

    def regions_at(self, location: int) -> Iterator[Region]:
        """The regions at a location."""
        stack = [self._trees[location]]
        while stack:
            node = stack.pop()
            if node.test is None:
                yield node.region
            else:
                assert node.inside is not None
                assert node.outside is not None
                stack += [node.inside, node.outside]

    def has_edge(self, source: Region, transition: Transition, target: Region) -> bool:
        """Whether the edge is still there: neither removed, nor one of its regions split."""
        return (transition, target) in source.successors and (transition, source) in target.predecessors

    def remove_edge(self, source: Region, transition: Transition, target: Region) -> None:
        """The edge is impossible."""
        del source.successors[transition, target]
        del target.predecessors[transition, source]

    def isolate(self, region: Region) -> None:
        """The region has no states: all its edges are impossible."""
        for transition, target in list(region.successors):
            self.remove_edge(region, transition, target)
        for transition, source in list(region.predecessors):
            self.remove_edge(source, transition, region)

    def look_again(self, region: Region) -> None:
        """What the edge filter has let pass from the region is to be filtered again."""
        for transition, target in region.successors:
            target.predecessors[transition, region] = False

    def split(self, region: Region, rho: Iterable[Term]) -> tuple[Region, Region]:
        """Replaces the region by (outside, inside): the part where ρ is false and the part where it is true.

        Visited states go where they belong. Requires: neither part is plainly empty.
        """
        predicate = conjunction(rho)
        outside = self._part(region, negation(predicate))
        inside = self._part(region, predicate)
        for part in (outside, inside):
            self._inherit_edges(region, part, (outside, inside))
        for state in region.states:
            part = inside if self._layout.value(predicate, state.valuation()) else outside
            part.states.append(state)
            state.region = part
        self._detach(region)
        node = region.leaf
        assert node is not None
        node.test = predicate
        node.inside = inside.leaf = _Leaf(inside)
        node.outside = outside.leaf = _Leaf(outside)
        return outside, inside

    def _part(self, region: Region, more: Term) -> Region:
        literals = with_literal(region.literals, more)
        if literals is None:
            raise InternalError(f"a split of {region} leaves an empty part")
        return self._new(region.location, literals)

    def _new(self, location: int, literals: Literals) -> Region:
        self._count += 1
        self.alive += 1
        return Region(self._count, location, literals)

    def _connect(self, source: Region, transition: Transition, target: Region) -> None:
        source.successors[transition, target] = None
        target.predecessors[transition, source] = False

    def _inherit_edges(self, region: Region, part: Region, parts: tuple[Region, Region]) -> None:
        for transition, successor in region.successors:
            for target in parts if successor is region else (successor,):
                self._connect(part, transition, target)
        for transition, predecessor in region.predecessors:
            if predecessor is not region:
                self._connect(predecessor, transition, part)

    def _detach(self, region: Region) -> None:
        self.alive -= 1
        region.states = []
        for transition, successor in region.successors:
            if successor is not region:
                del successor.predecessors[transition, region]
        for transition, predecessor in region.predecessors:
            if predecessor is not region:
                del predecessor.successors[transition, region]
