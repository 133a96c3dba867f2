"""Straight-line code becomes one transition.

Before   0 -[a < 0]-> 1    1 -[] a := -a-> 2
After    0 -[a < 0] a := -a-> 2

A location goes where one transition enters it or one leaves it; the number of transitions never grows.
The initial location, ends and loops' last remaining locations stay.
"""

from __future__ import annotations

from dataclasses import replace

from maymust.ir.transitions import Transition, TransitionSystem
from maymust.terms import FALSE, Term, conjunction, conjuncts, substitute


def merge_straight_lines(system: TransitionSystem, *stay: int) -> TransitionSystem:
    """The system with every location removed that only connects, but those to be kept, and around calls."""
    incoming: dict[int, dict[Transition, None]] = {location: {} for location in system.nodes}
    outgoing: dict[int, dict[Transition, None]] = {location: {} for location in system.nodes}
    for transition in system.transitions:
        outgoing[transition.source][transition] = None
        incoming[transition.target][transition] = None
    fixed = {system.initial, *system.errors, *system.blocked, *stay}
    for t in system.transitions:
        if t.call is not None:
            fixed |= {t.source, t.target}
    number = 1 + max((t.number for t in system.transitions), default=0)
    work = [location for location in sorted(system.nodes, reverse=True) if location not in fixed]
    queued = set(work)
    while work:
        location = work.pop()
        queued.discard(location)
        entering, leaving = list(incoming[location]), list(outgoing[location])
        if min(len(entering), len(leaving)) > 1 or any(t.target == location for t in leaving):
            continue
        for t in (*entering, *leaving):
            del outgoing[t.source][t], incoming[t.target][t]
        for first in entering:
            for second in leaving:
                merged = compose(first, second, number)
                if merged is not None:
                    number += 1
                    outgoing[merged.source][merged] = None
                    incoming[merged.target][merged] = None
        for neighbour in {*[t.source for t in entering], *[t.target for t in leaving]}:
            if neighbour not in queued and neighbour not in fixed and neighbour != location:
                queued.add(neighbour)
                work.append(neighbour)
    kept = sorted((t for found in outgoing.values() for t in found), key=lambda t: t.number)
    transitions = tuple(replace(t, number=position) for position, t in enumerate(kept))
    used = {system.initial, *(t.source for t in transitions), *(t.target for t in transitions)}
    return replace(
        system,
        transitions=transitions,
        errors={location: p for location, p in system.errors.items() if location in used},
        blocked={location: b for location, b in system.blocked.items() if location in used},
        nodes={location: node for location, node in system.nodes.items() if location in used},
    )


def compose(first: Transition, second: Transition, number: int) -> Transition | None:
    """One transition for the two in a row; None where its guard is plainly false.

    Requires: first.target == second.source.
    """
    memo: dict[Term, Term] = {}
    later = [part for c in second.guard for part in conjuncts(substitute(c, first.updates, memo))]
    guard = tuple(dict.fromkeys((*first.guard, *later)))  # in the order of the statements
    if conjunction(guard) is FALSE:
        return None
    updates = dict(first.updates)
    for variable, value in second.updates.items():
        updates[variable] = substitute(value, first.updates, memo)
    inputs = tuple(dict.fromkeys((*first.inputs, *second.inputs)))
    return Transition(number, first.source, second.target, guard, updates, inputs)
