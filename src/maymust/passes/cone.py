"""Keeps what can matter for one property: errors of other properties are plain ends, and so is what is not
modelled where it does not hide the property; a location that lies on no path from the initial location to the
property's error or to what is blocked goes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.ir.transitions import TransitionSystem


def cone(system: TransitionSystem, property_id: str) -> TransitionSystem:
    """The part of the system between the initial location and this property's errors and what may hide it."""
    errors = {location: p for location, p in system.errors.items() if p == property_id}
    blocked = {location: b for location, b in system.blocked.items() if b.may_hide(property_id)}
    kept = _reachable(system) & _leading_to(system, (*errors, *blocked))
    kept.add(system.initial)
    return replace(
        system,
        errors={location: p for location, p in errors.items() if location in kept},
        blocked={location: b for location, b in blocked.items() if location in kept},
        transitions=tuple(t for t in system.transitions if t.source in kept and t.target in kept),
        nodes={location: node for location, node in system.nodes.items() if location in kept},
    )


def cone_again(system: TransitionSystem, property_id: str) -> TransitionSystem:
    """The cone of a system that a pass has found simpler: where one can get but not on is remembered."""
    smaller = cone(system, property_id)
    gone = _reachable(system) - {*smaller.nodes, *system.errors, *system.blocked}
    return replace(
        smaller, dead_ends=(*system.dead_ends, *(system.nodes[location] for location in sorted(gone)))
    )


def _reachable(system: TransitionSystem) -> set[int]:
    successors: dict[int, list[int]] = {}
    for transition in system.transitions:
        successors.setdefault(transition.source, []).append(transition.target)
    return _closure((system.initial,), successors)


def _leading_to(system: TransitionSystem, targets: Iterable[int]) -> set[int]:
    predecessors: dict[int, list[int]] = {}
    for transition in system.transitions:
        predecessors.setdefault(transition.target, []).append(transition.source)
    return _closure(targets, predecessors)


def _closure(seeds: Iterable[int], successors: dict[int, list[int]]) -> set[int]:
    seen = set(seeds)
    work = list(seen)
    while work:
        for following in successors.get(work.pop(), ()):
            if following not in seen:
                seen.add(following)
                work.append(following)
    return seen
