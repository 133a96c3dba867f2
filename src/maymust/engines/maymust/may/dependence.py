"""Finds the conditions that decide whether a target is reached (control dependence).

A condition decides if a target, or another condition that decides, is reached for sure on one side of it, but
not on both. Loops are taken to end. Branches that meet again before anything is decided are none of these:
YOGI's CD heuristic takes no interest in their conditions. As a transition may have several conditions, those
of a location are taken apart into a tree first.

    post-dominators     Keith D. Cooper, Timothy J. Harvey, Ken Kennedy: A Simple, Fast Dominance Algorithm
    control dependence  Jeanne Ferrante, Karl J. Ottenstein, Joe D. Warren: The Program Dependence Graph
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from maymust.terms import negation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.ir.transitions import Transition, TransitionSystem
    from maymust.terms.literals import Literals

_Node = tuple[int, "Literals"]  # a location, and what has been found to hold there
_BAD: _Node = (-1, ())  # a target is reached
_OUT: _Node = (-2, ())  # an execution ends elsewhere
_END: _Node = (-3, ())  # either
_Graph = dict["_Node", list["_Node"]]


def deciding_conditions(system: TransitionSystem) -> dict[Transition, Literals]:
    """The part of each transition's guard that decides whether an error, or something blocked, is reached."""
    graph = _with_ends(system)
    deciding = _deciding(graph)
    return {
        transition: tuple(
            [
                condition
                for k, condition in enumerate(transition.guard)
                if (node := (transition.source, transition.guard[:k])) in deciding or node not in graph
            ]
        )
        for transition in system.transitions
    }


def _deciding(graph: _Graph) -> set[_Node]:
    above = _post_dominators(graph)
    deciders: dict[_Node, set[_Node]] = defaultdict(set)
    for node, following in graph.items():
        for first in following if len(following) > 1 else ():
            at = first
            while at != above[node]:
                deciders[at].add(node)
                at = above[at]
    found: set[_Node] = set()
    work = [_BAD]
    while work:
        new = deciders[work.pop()] - found
        found |= new
        work += new
    return found


def _with_ends(system: TransitionSystem) -> _Graph:
    """The graph of conditions, in which every way leads to `_END`: also from a condition that is not followed
    up, and from a loop that is never left."""
    graph: _Graph = {_END: [], _BAD: [_END], _OUT: [_END]}
    for location, leaving in system.outgoing.items():
        if location in system.errors or location in system.blocked:
            graph[location, ()] = [_BAD]
        else:
            _add_tree(graph, location, leaving)
    ending = set(_postorder(_END, _reversed(graph)))
    for node in graph:
        if node not in ending:
            graph[node].append(_OUT)
    return graph


def _add_tree(graph: _Graph, location: int, leaving: Iterable[Transition]) -> None:
    """Adds a location with the tree of its conditions. Where they are none, it may go on anywhere."""
    waiting: list[tuple[Literals, list[Transition]]] = [((), list(leaving))]
    while waiting:
        prefix, group = waiting.pop()
        depth = len(prefix)
        through = [t for t in group if len(t.guard) == depth]
        if through or not group:
            graph[location, prefix] = [(t.target, ()) for t in through] or [_OUT]
            continue
        condition = group[0].guard[depth]
        sides = [(*prefix, condition), (*prefix, negation(condition))]
        parts = [[t for t in group if t.guard[: depth + 1] == side] for side in sides]
        if sum(map(len, parts)) < len(group):
            graph[location, prefix] = [*[(t.target, ()) for t in group], _OUT]
            continue
        graph[location, prefix] = [(location, side) for side in sides]
        waiting += zip(sides, parts, strict=True)


def _reversed(graph: Mapping[_Node, Iterable[_Node]]) -> _Graph:
    turned: _Graph = {node: [] for node in graph}
    for node, following in graph.items():
        for other in following:
            turned[other].append(node)
    return turned


def _postorder(root: _Node, graph: Mapping[_Node, list[_Node]]) -> list[_Node]:
    order: list[_Node] = []
    seen = {root}
    stack = [(root, iter(graph[root]))]
    while stack:
        node, following = stack[-1]
        for other in following:
            if other not in seen:
                seen.add(other)
                stack.append((other, iter(graph[other])))
                break
        else:
            stack.pop()
            order.append(node)
    return order


def _post_dominators(graph: _Graph) -> dict[_Node, _Node]:
    """The nearest node that every way from a node to the end goes through, the node itself aside."""
    order = _postorder(_END, _reversed(graph))
    rank = {node: number for number, node in enumerate(order)}
    above = {_END: _END}
    changed = True
    while changed:
        changed = False
        for node in reversed(order[:-1]):
            first, *others = [other for other in graph[node] if other in above]
            for one in others:
                other = one
                while first != other:
                    while rank[first] < rank[other]:
                        first = above[first]
                    while rank[other] < rank[first]:
                        other = above[other]
            if above.get(node) != first:
                above[node] = first
                changed = True
    return above
