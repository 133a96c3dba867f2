"""Immediate dominators of graphs without loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def topological(successors: Mapping[int, Sequence[int]], entry: int) -> list[int]:
    """What can be reached from the entry, each before what it leads to; requires that there are no cycles."""
    order: list[int] = []
    seen: set[int] = set()
    pending: list[tuple[int, bool]] = [(entry, False)]
    while pending:
        number, leaving = pending.pop()
        if leaving:
            order.append(number)
        elif number not in seen:
            seen.add(number)
            pending.append((number, True))
            pending.extend((each, False) for each in reversed(successors[number]) if each not in seen)
    return order[::-1]


def immediate_dominators(successors: Mapping[int, Sequence[int]], entry: int) -> dict[int, int]:
    """For each node but the entry, the last one that every path from the entry to it passes before."""
    order = topological(successors, entry)
    position = {number: index for index, number in enumerate(order)}
    predecessors: dict[int, list[int]] = {number: [] for number in order}
    for number in order:
        for each in successors[number]:
            predecessors[each].append(number)
    found: dict[int, int] = {}
    for number in order[1:]:
        common = predecessors[number][0]
        for other in predecessors[number][1:]:
            while common != other:
                if position[common] > position[other]:
                    common = found[common]
                else:
                    other = found[other]
        found[number] = common
    return found


def immediate_postdominators(successors: Mapping[int, Sequence[int]], end: int) -> dict[int, int]:
    """For each node but the end, the first one that every path from it to the end passes."""
    backwards: dict[int, list[int]] = {number: [] for number in successors}
    for number, following in successors.items():
        for each in dict.fromkeys(following):
            backwards[each].append(number)
    return immediate_dominators(backwards, end)
