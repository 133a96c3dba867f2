"""Proved invariants that the loop builds on.

A fact holds whenever an execution passes its location. So a region's states are really those that satisfy the
facts there too: an edge goes if no such state crosses it, and a region goes if it has none. Facts are no part
of a region's predicate: preimages, and so the predicates found from them, stay as small as without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import FALSE, Term, conjuncts, negation
from maymust.terms.literals import Literals, constants_of, plainly_conflict, simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Facts:
    """What is known at each location. `of` is the conjunction, simplified; (FALSE,) where nothing gets."""

    def __init__(self) -> None:
        self._said: dict[int, dict[Term, None]] = {}
        self._literals: dict[int, Literals] = {}
        self._values: dict[int, dict[Term, Term]] = {}

    def add(self, location: int, facts: Iterable[Term]) -> bool:
        """Whether any of these is new."""
        said = self._said.setdefault(location, {})
        before = len(said)
        said.update(dict.fromkeys(part for fact in facts for part in conjuncts(fact)))
        if len(said) == before:
            return False
        simplified = simplify_conjunction(said)
        self._literals[location] = (FALSE,) if simplified is None else simplified
        self._values[location] = constants_of(self._literals[location])
        return True

    def of(self, location: int) -> Literals:
        """What is known there."""
        return self._literals.get(location, ())

    def about(self, location: int, literals: Iterable[Term]) -> Literals:
        """What is known there of the variables that occur in the literals."""
        known = self._literals.get(location)
        if not known:
            return ()
        free = frozenset().union(*[literal.free for literal in literals])
        return tuple(fact for fact in known if fact is FALSE or not fact.free.isdisjoint(free))

    def plainly_exclude(self, location: int, literals: Literals) -> bool:
        """Whether a glance shows that no state there satisfies the literals."""
        known = self._literals.get(location)
        if not known:
            return False
        if known == (FALSE,):
            return True
        negated = frozenset(negation(literal) for literal in literals)
        if plainly_conflict(known, negated, self._values[location], constants_of(literals)):
            return True
        return simplify_conjunction((*self.about(location, literals), *literals)) is None

    def said(self) -> Mapping[int, tuple[Term, ...]]:
        """The facts as they were given, by location."""
        return {location: tuple(said) for location, said in self._said.items()}
