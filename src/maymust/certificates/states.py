"""Symbolic states, and their merge where paths join.

A state stands for the executions from some origin that take one of several paths: `path` are conjuncts over
the values at the origin and over inputs, `values` gives each variable's value now in the same terms (a
variable that it does not mention has kept its own). A merged state stands for exactly what its sides stand
for. This needs nothing of the program: where the two sides do not part by a condition and its negation, a
new input chooses between them.

States that come from one another share a prefix of their paths, since a path only grows at its end. Sides
are merged in the order in which they parted last, so `if (g) A else B` becomes `ite(g, A, B)`, and g and
¬g are gone from the path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from maymust.frozen import frozen
from maymust.terms import FALSE, TRUE, Term, conjunction, disjunction, ite, negation


@frozen
class State:
    """The executions that satisfy `path`, and what the variables are in them."""

    path: tuple[Term, ...] = ()
    values: Mapping[Term, Term] = field(default_factory=dict)

    def assume(self, *conditions: Term) -> State | None:
        """The state where the conditions, too, hold; None where that is seen to be impossible."""
        path = self.path
        for condition in conditions:
            if condition is FALSE or negation(condition) in path:
                return None
            if condition is not TRUE and condition not in path:
                path = (*path, condition)
        return State(path, self.values)


Choose = Callable[[], Term]


def merge(sides: Sequence[State], choose: Choose) -> State:
    """The state that stands for all the sides; `choose` makes a truth value that nothing else mentions.
    Requires at least one side."""
    waiting: list[State] = []
    for side in sorted(sides, key=lambda s: [c.serial for c in s.path]):
        while len(waiting) > 1 and _shared(waiting[-2], waiting[-1]) >= _shared(waiting[-1], side):
            waiting[-2:] = [_join(waiting[-2], waiting[-1], choose)]
        waiting.append(side)
    while len(waiting) > 1:
        waiting[-2:] = [_join(waiting[-2], waiting[-1], choose)]
    return waiting[0]


def _shared(a: State, b: State) -> int:
    """How many conjuncts the paths begin with in common."""
    for count, (c, d) in enumerate(zip(a.path, b.path, strict=False)):
        if c is not d:
            return count
    return min(len(a.path), len(b.path))


def _join(a: State, b: State, choose: Choose) -> State:
    shared = _shared(a, b)
    left, right = a.path[shared:], b.path[shared:]
    if left and right and right[0] is negation(left[0]):
        selector, left, right = left[0], left[1:], right[1:]
    else:
        selector = choose()
    both = [c for c in left if c in right]
    if_left = disjunction((negation(selector), conjunction(c for c in left if c not in both)))
    if_right = disjunction((selector, conjunction(c for c in right if c not in both)))
    values = {}
    for v in {**a.values, **b.values}:
        here, there = a.values.get(v, v), b.values.get(v, v)
        values[v] = here if here is there else ite(selector, here, there)
    path = (*a.path[:shared], *both, *(c for c in (if_left, if_right) if c is not TRUE))
    return State(path, values)
