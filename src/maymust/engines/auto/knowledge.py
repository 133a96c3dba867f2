"""What is known of a problem while it is worked on: states that tests have shown, facts that are proved."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from maymust.interp.values import fitting
from maymust.terms import BOOL, FALSE, ArraySort, ArrayValue, Sort, Term, Value, conjuncts
from maymust.terms.general import is_about, split_general

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from maymust.engines.auto.problem import Problem, Valuation
    from maymust.engines.recollection import Invariants
    from maymust.interp.replay import InputValue

STATES_KEPT = 1200  # at each cut point
_FILTER_STATES = 300  # that a candidate must agree with to be plausible


class Knowledge:
    """Shared by all parties. `states` are what tests have shown at cut points; `near_misses` are successors
    of states that no fact excludes yet. `facts` holds for each cut point what is proved, with the name of who
    proposed it. `remembered` are invariants by node that held in earlier runs, and `remembered_tests` tests
    that failed there, perhaps of another program."""

    def __init__(self, problem: Problem, seed: int = 1) -> None:
        self._random = random.Random(seed)
        self._problem = problem
        self._sorts = tuple(v.sort for v in problem.layout.variables)
        self._states: dict[int, dict[Valuation, None]] = {at: {} for at in problem.cut_points}
        self._seen: dict[int, int] = dict.fromkeys(problem.cut_points, 0)
        self._near: dict[int, dict[Valuation, None]] = {at: {} for at in problem.cut_points}
        self.facts: dict[int, dict[Term, str]] = {at: {} for at in problem.cut_points}
        self.remembered: tuple[Invariants, ...] = ()
        self.remembered_tests: tuple[tuple[InputValue, ...], ...] = ()

    def remember(self, invariants: Iterable[Invariants], tests: Iterable[tuple[InputValue, ...]]) -> None:
        """Takes note of what earlier runs have left."""
        self.remembered, self.remembered_tests = tuple(invariants), tuple(tests)

    def observe(self, location: int, state: Valuation) -> None:
        """A test has been seen to be there. When there are many, some are forgotten, at random."""
        kept = self._states.get(location)
        if kept is None or state in kept:
            return
        self._seen[location] += 1
        if len(kept) >= STATES_KEPT:
            if self._random.randrange(self._seen[location]) >= STATES_KEPT:
                return
            victims = list(kept)[STATES_KEPT // 2 :: 7]  # the oldest half stays
            for victim in victims:
                del kept[victim]
        kept[state] = None

    def observe_all(self, states: Mapping[int, Iterable[Valuation]]) -> None:
        """As `observe`, for what a supplier says; what is no state of the program is ignored."""
        for location, found in states.items():
            for state in found:
                if len(state) == len(self._sorts) and all(map(_fits, state, self._sorts)):
                    self.observe(location, state)

    def suppose(self, location: int, state: Valuation) -> None:
        """A counterexample to induction leads there."""
        near = self._near.get(location)
        if near is not None and len(near) < STATES_KEPT:
            near[state] = None

    def states(self, location: int) -> Sequence[Valuation]:
        """What tests have shown at a cut point."""
        return list(self._states[location])

    def near_misses(self, location: int) -> Sequence[Valuation]:
        """Where counterexamples to induction lead."""
        return list(self._near[location])

    def plausible(self, location: int, candidates: Iterable[Term]) -> list[Term]:
        """The conjuncts of candidates that are no facts yet, speak of live variables (blocks do not update
        others), and hold in the states seen."""
        facts, live = self.facts[location], frozenset(self._problem.live[location])
        fresh = dict.fromkeys(
            part
            for candidate in candidates
            if candidate.sort is BOOL
            for part in conjuncts(candidate)
            if part not in facts and is_about(part, live)
        )
        states = self.states(location)
        sample = states[:: max(1, len(states) // _FILTER_STATES)]
        plain, general = split_general(fresh)
        found = []
        for candidate in plain:
            holds = self._problem.layout.function(candidate)
            if all(holds(state) for state in sample):
                found.append(candidate)
        return found + general  # who proposes these has looked at states element by element

    def facts_at(self, location: int) -> tuple[Term, ...]:
        """What is proved; nothing for a location that is no cut point."""
        return tuple(self.facts.get(location, ()))

    def plain_facts(self) -> dict[int, list[Term]]:
        """What is proved at each cut point, in order, without what is about all elements of an array."""
        return {at: split_general(facts)[0] for at, facts in self.facts.items()}

    def unreachable(self, location: int) -> bool:
        """Whether it is proved that no execution gets there."""
        return FALSE in self.facts.get(location, ())


def _fits(value: Value, sort: Sort) -> bool:
    return isinstance(value, ArrayValue) == isinstance(sort, ArraySort) and fitting(value, sort) == value
