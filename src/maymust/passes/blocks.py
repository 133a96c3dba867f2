"""Loop-free code between cut points becomes one transition a pair of cut points: a block.

Before   0 -[a < 0]-> 1    0 -[!(a < 0)]-> 2    1 -[] x := 1-> 3    2 -[] x := 2-> 3    3 -[x < a]-> 3 ...
After    0 -[] x := (a < 0 ? 1 : 2)-> 3         3 -[x < a]-> 3 ...

Cut points are the initial location, ends, and the heads of loops. Every other location is eliminated in
topological order, and transitions that become parallel are merged at once: conditions that both have are
factored out, values that differ become a choice. So terms are shared and their number stays linear.

A block may read inputs on some of its ways only; which ones a run has read, a run of the system that the
blocks were made from tells.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.ir.transitions import Transition, TransitionSystem
from maymust.passes.merge import compose
from maymust.terms import Term, conjunction, conjuncts, disjunction, ite, negation

if TYPE_CHECKING:
    from collections.abc import Iterable


def make_blocks(system: TransitionSystem, also: Iterable[int] = ()) -> TransitionSystem:
    """The system between its cut points, and `also` these, with at most one transition from one to
    another."""
    outgoing: dict[int, dict[int, Transition]] = {location: {} for location in system.nodes}
    incoming: dict[int, dict[int, Transition]] = {location: {} for location in system.nodes}

    def put(transition: Transition) -> None:
        parallel = outgoing[transition.source].get(transition.target)
        merged = transition if parallel is None else _merge(parallel, transition)
        outgoing[merged.source][merged.target] = merged
        incoming[merged.target][merged.source] = merged

    for transition in system.transitions:
        put(transition)
    order = _reverse_postorder(system)
    kept = {system.initial, *system.errors, *system.blocked, *loop_heads(system), *also}
    for location in order:
        if location in kept:
            continue
        for first in incoming.pop(location).values():
            del outgoing[first.source][location]
            for second in outgoing[location].values():
                composed = compose(first, second, 0)
                if composed is not None:
                    put(composed)
        for second in outgoing.pop(location).values():
            del incoming[second.target][location]
    transitions = [t for source in order if source in kept for t in outgoing[source].values()]
    reachable = kept.intersection(order)
    return replace(
        system,
        transitions=tuple(_tidy(t, number) for number, t in enumerate(transitions)),
        errors={location: p for location, p in system.errors.items() if location in reachable},
        blocked={location: b for location, b in system.blocked.items() if location in reachable},
        nodes={location: node for location, node in system.nodes.items() if location in reachable},
    )


def loop_heads(system: TransitionSystem) -> set[int]:
    """Locations that lie on every loop: where a depth-first walk comes back to what it is still in."""
    heads: set[int] = set()
    _walk(system, heads)
    return heads


def _reverse_postorder(system: TransitionSystem) -> list[int]:
    return _walk(system, set())[::-1]


def _walk(system: TransitionSystem, heads: set[int]) -> list[int]:
    """Locations in postorder; targets of back edges are added to `heads`."""
    postorder: list[int] = []
    active, done = {system.initial}, set()
    stack = [(system.initial, _targets(system, system.initial))]
    while stack:
        location, rest = stack[-1]
        if not rest:
            stack.pop()
            active.discard(location)
            done.add(location)
            postorder.append(location)
            continue
        target = rest.pop()
        if target in active:
            heads.add(target)
        elif target not in done:
            active.add(target)
            stack.append((target, _targets(system, target)))
    return postorder


def _targets(system: TransitionSystem, location: int) -> list[int]:
    return sorted({t.target for t in system.outgoing[location]}, reverse=True)


def _merge(first: Transition, second: Transition) -> Transition:
    """One transition for two that exclude each other and have the same ends."""
    theirs = set(second.guard)
    common = [c for c in first.guard if c in theirs]
    shared = set(common)
    one = conjunction(c for c in first.guard if c not in shared)
    other = conjunction(c for c in second.guard if c not in shared)
    guard = dict.fromkeys((*common, *conjuncts(disjunction((one, other)))))
    chosen = one if one.size <= other.size else negation(other)
    updates = {
        v: ite(chosen, first.updates.get(v, v), second.updates.get(v, v))
        for v in dict.fromkeys((*first.updates, *second.updates))
    }
    inputs = tuple(dict.fromkeys((*first.inputs, *second.inputs)))
    return replace(first, guard=tuple(guard), updates=updates, inputs=inputs)


def _tidy(transition: Transition, number: int) -> Transition:
    """The transition without updates that change nothing and inputs that nothing reads."""
    updates = {v: value for v, value in transition.updates.items() if value is not v}
    used = _free((*transition.guard, *updates.values()))
    inputs = tuple(i for i in transition.inputs if i.variable in used)
    return replace(transition, number=number, updates=updates, inputs=inputs)


def _free(terms: Iterable[Term]) -> frozenset[Term]:
    return frozenset().union(*[term.free for term in terms])
