"""Drops updates that cannot matter: of variables that no guard depends on, and of values never read.

Before   [] x := ?in, y := 1   then   [y == 1] x := 0, log := x
After    [] y := 1             then   [y == 1]
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

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
        transitions=keep_updates(system.transitions, lambda _, variable: variable in relevant),
        variables=tuple(v for v in system.variables if v in relevant),
    )


def drop_dead_updates(
    system: TransitionSystem, also: Mapping[int, Iterable[Term]] | None = None
) -> TransitionSystem:
    """The system without updates whose value is overwritten on every path before it is read, by transitions
    or `also` at these locations."""
    live = live_variables(system, also)
    return replace(
        system,
        transitions=keep_updates(system.transitions, lambda t, variable: variable in live[t.target]),
    )


def live_variables(
    system: TransitionSystem, also: Mapping[int, Iterable[Term]] | None = None
) -> dict[int, set[Term]]:
    """For each location the variables whose value may still be read, by transitions or `also` there."""
    live = {location: set((also or {}).get(location, ())) for location in system.nodes}
    incoming: dict[int, list[Transition]] = {}
    for transition in system.transitions:
        incoming.setdefault(transition.target, []).append(transition)
    work = list(system.nodes)
    while work:
        location = work.pop()
        for transition in incoming.get(location, ()):
            call = transition.call
            read = {v for v in live[location] if v not in transition.updates}
            if call is not None:  # of globals, what the callee does with them is left out
                read.difference_update(call.results)
                read = read.union(*[argument.free for argument in call.arguments])
            for conjunct in transition.guard:
                read |= conjunct.free
            for variable, value in transition.updates.items():
                if variable in live[location]:
                    read |= value.free
            read -= {i.variable for i in transition.inputs}
            if not read <= live[transition.source]:
                live[transition.source] |= read
                work.append(transition.source)
    return live


def keep_updates(
    transitions: Iterable[Transition], kept: Callable[[Transition, Term], bool]
) -> tuple[Transition, ...]:
    """The transitions with the updates that are to be kept, and without inputs that none uses any more.

    An input goes from all transitions or from none: a test gives each node's values in the order of its
    reads, so where one read of a node counts, all do.
    """
    lighter = [replace(t, updates={v: x for v, x in t.updates.items() if kept(t, v)}) for t in transitions]
    used = frozenset().union(*[x.free for t in lighter for x in (*t.guard, *t.updates.values())])
    return tuple(replace(t, inputs=tuple(i for i in t.inputs if i.variable in used)) for t in lighter)
