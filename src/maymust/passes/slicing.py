"""Drops updates that cannot matter: of variables that no guard depends on, and of values never read.

Before   [] x := ?in, y := 1   then   [y == 1] x := 0, log := x
After    [] y := 1             then   [y == 1]
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.ir.transitions import Transition, TransitionSystem
    from maymust.terms import Term


def slice_variables(system: TransitionSystem) -> TransitionSystem:
    """The system without updates of variables on which no guard depends, directly or not."""
    relevant: set[Term] = set()
    for transition in system.transitions:
        for conjunct in transition.guard:
            relevant |= conjunct.free
    feeds: dict[Term, set[Term]] = {}
    for transition in system.transitions:
        for variable, value in transition.updates.items():
            feeds.setdefault(variable, set()).update(value.free)
    work = list(relevant)
    while work:
        for source in feeds.get(work.pop(), ()):
            if source not in relevant:
                relevant.add(source)
                work.append(source)
    return replace(
        system,
        transitions=tuple(
            with_updates(t, {v: value for v, value in t.updates.items() if v in relevant})
            for t in system.transitions
        ),
        variables=tuple(v for v in system.variables if v in relevant),
    )


def drop_dead_updates(system: TransitionSystem) -> TransitionSystem:
    """The system without updates whose value is overwritten on every path before it is read."""
    live = live_variables(system)
    return replace(
        system,
        transitions=tuple(
            with_updates(t, {v: value for v, value in t.updates.items() if v in live[t.target]})
            for t in system.transitions
        ),
    )


def live_variables(system: TransitionSystem) -> dict[int, set[Term]]:
    """For each location the variables whose value may still be read."""
    live: dict[int, set[Term]] = {location: set() for location in system.nodes}
    incoming: dict[int, list[Transition]] = {}
    for transition in system.transitions:
        incoming.setdefault(transition.target, []).append(transition)
    work = list(system.nodes)
    while work:
        location = work.pop()
        for transition in incoming.get(location, ()):
            read = {v for v in live[location] if v not in transition.updates}
            for conjunct in transition.guard:
                read |= conjunct.free
            for variable, value in transition.updates.items():
                if variable in live[location]:
                    read |= value.free
            if not read <= live[transition.source]:
                live[transition.source] |= read
                work.append(transition.source)
    return live


def with_updates(transition: Transition, updates: Mapping[Term, Term]) -> Transition:
    """The transition with these updates, and only those inputs that it still uses."""
    if len(updates) == len(transition.updates):
        return transition
    used = frozenset().union(*[t.free for t in (*transition.guard, *updates.values())])
    inputs = tuple(i for i in transition.inputs if i.variable in used)
    return replace(transition, updates=updates, inputs=inputs)
