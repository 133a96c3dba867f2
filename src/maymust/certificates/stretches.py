"""Stretches: what lies between two cut points, executed symbolically as a whole.

From a cut point the nodes up to the next ones are walked in topological order, and states are merged where
paths join: the work is that of the edges, not of the paths. A cycle without a cut point is unrolled, round by
round, as long as the caller wants it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Protocol

from maymust.certificates.states import State, merge
from maymust.certificates.unfolding import Bad, Gone, Node, Unfolding
from maymust.frozen import frozen
from maymust.ir.program import Edge

_ROUNDS = 2  # that an execution may make for each node where a cycle closes; nobody needs a third


@frozen
class Reached:
    """Where a stretch ends: at cut points, with the merged state there, and at what is bad. `again` holds the
    (node, round) of the cycles without a cut point that were unrolled."""

    cuts: Mapping[Node, State]
    bad: tuple[tuple[str, State], ...]
    again: Set[tuple[Node, int]] = frozenset()


@frozen
class _Component:
    """Nodes that are on cycles with each other, or one that is on none. An edge within it that does not go
    forward in `nodes` closes a cycle; `rounds` says how often an execution may do so."""

    nodes: tuple[Node, ...]
    rounds: int


class Repeat(Protocol):
    """What decides how long cycles are unrolled."""

    def __call__(self, node: Node, number: int, state: State, *, last: bool) -> bool:
        """Whether executions are followed that come back to a node, for that round, in that state. In the
        `last` round it must see to it that there are none."""
        ...


class Stretches:
    """The stretches of a program; `relevant` are the nodes that matter, `cuts` those where stretches end."""

    def __init__(
        self, unfolding: Unfolding, relevant: Set[Node], cuts: Set[Node], check_time: Callable[[], None]
    ) -> None:
        self._unfolding = unfolding
        self._relevant = relevant
        self._cuts = cuts
        self._check_time = check_time
        self._orders: dict[Node, list[_Component]] = {}

    def merge(self, sides: Sequence[State]) -> State:
        """The state that stands for all the sides."""
        return merge(sides, self._unfolding.fresh_choice)

    def walk(self, origin: Node, state: State, repeat: Repeat) -> Reached:
        """Executes from a state at `origin` up to the next cut points."""
        arrived: dict[Node, list[State]] = {origin: [state]}
        bad: list[tuple[str, State]] = []
        again: set[tuple[Node, int]] = set()
        for component in self._order(origin):
            sides = {node: arrived.pop(node) for node in component.nodes if node in arrived}
            made = 0
            while sides:
                back = self._round(component, sides, arrived, bad)
                made += 1
                sides = {}
                for node, states in back.items():
                    together = self.merge(states)
                    if repeat(node, made, together, last=made > component.rounds):
                        again.add((node, made))
                        sides[node] = [together]
        return Reached({node: self.merge(states) for node, states in arrived.items()}, tuple(bad), again)

    def _round(
        self,
        component: _Component,
        sides: dict[Node, list[State]],
        arrived: dict[Node, list[State]],
        bad: list[tuple[str, State]],
    ) -> dict[Node, list[State]]:
        """Executes a component's nodes once, in order, from the states at `sides`. Adds what leaves it to
        `arrived` and `bad`; returns what comes back."""
        place = {node: number for number, node in enumerate(component.nodes)}
        back: dict[Node, list[State]] = {}
        for node in component.nodes:
            if node not in sides:
                continue
            self._check_time()
            here = self.merge(sides[node])
            for edge in self._unfolding.edges(node):
                danger = self._unfolding.danger(node, edge)
                if danger is not None:
                    wrong = here.assume(self._unfolding.goes_wrong(node, edge, here.values))
                    if wrong is not None:
                        bad.append((f"{danger.what} at {edge.span}", wrong))
            for edge, successor in self._steps(node):
                after = self._cross(node, edge, here)
                if after is None:
                    continue
                if isinstance(successor, Bad):
                    bad.append((f"{successor.what} at {edge.span}", after))
                    continue
                ends = arrived
                if successor in place and successor not in self._cuts:
                    ends = sides if place[successor] > place[node] else back
                ends.setdefault(successor, []).append(after)
        return back

    def _cross(self, node: Node, edge: Edge, state: State) -> State | None:
        condition, values = self._unfolding.effect(node, edge, state.values)
        after = State(state.path, values)
        return after if condition is None else after.assume(condition)

    def _steps(self, node: Node) -> Iterable[tuple[Edge, Node | Bad]]:
        for edge in self._unfolding.edges(node):
            successor = self._unfolding.successor(node, edge)
            if isinstance(successor, Bad) or (
                not isinstance(successor, Gone) and successor in self._relevant
            ):
                yield edge, successor

    def _order(self, origin: Node) -> list[_Component]:
        """The origin and the nodes up to the next cut points, as components in topological order."""
        if origin not in self._orders:
            self._orders[origin] = [
                _Component(nodes, _ROUNDS * _closing(nodes, self._inside))
                for nodes in _components(origin, self._inside)
            ]
        return self._orders[origin]

    def _inside(self, node: Node) -> list[Node]:
        return [s for _, s in self._steps(node) if isinstance(s, Node) and s not in self._cuts]


Successors = Callable[[Node], list[Node]]


def _closing(nodes: Sequence[Node], successors: Successors) -> int:
    """How many of a component's nodes are entered by an edge that closes a cycle."""
    place = {node: number for number, node in enumerate(nodes)}
    return len({s for node in nodes for s in successors(node) if place.get(s, len(nodes)) <= place[node]})


def _components(root: Node, successors: Successors) -> list[tuple[Node, ...]]:
    """The strongly connected components of what can be reached, in topological order (Tarjan's algorithm);
    each in the order of a depth-first search, in which only edges that close a cycle go back."""
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    left: dict[Node, int] = {}
    unassigned: dict[Node, None] = {}
    found: list[tuple[Node, ...]] = []
    work: list[tuple[Node, list[Node]]] = []

    def enter(node: Node) -> None:
        number[node] = lowest[node] = len(number)
        unassigned[node] = None
        work.append((node, successors(node)))

    enter(root)
    while work:
        node, ahead = work[-1]
        if ahead:
            following = ahead.pop()
            if following not in number:
                enter(following)
            elif following in unassigned:
                lowest[node] = min(lowest[node], number[following])
            continue
        work.pop()
        left[node] = len(left)
        if work:
            parent = work[-1][0]
            lowest[parent] = min(lowest[parent], lowest[node])
        if lowest[node] == number[node]:
            members: list[Node] = []
            while not members or members[-1] != node:
                members.append(unassigned.popitem()[0])
            found.append(tuple(sorted(members, key=left.__getitem__, reverse=True)))
    return found[::-1]
