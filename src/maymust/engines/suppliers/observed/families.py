"""The families as suppliers: each has a name, and so a share of the time and a switch, of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import chain
from typing import TYPE_CHECKING

from maymust.engines.suppliers.base import NOTHING, Proposal
from maymust.engines.suppliers.observed.affine import affine
from maymust.engines.suppliers.observed.guards import guards
from maymust.engines.suppliers.observed.implications import (
    MOST_CONDITIONAL,
    MOST_IMPLICATIONS,
    conditional,
    implications,
)
from maymust.engines.suppliers.observed.pairs import pairs
from maymust.engines.suppliers.observed.sample import Sample, distinct
from maymust.engines.suppliers.observed.unary import unary
from maymust.terms import FALSE, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maymust.engines.knowledge import Knowledge
    from maymust.engines.problem import Problem, Valuation
    from maymust.engines.slices import Slice

EVALUATIONS_A_CALL = 100_000  # of candidates on states; they take about as long as a prover call


class FromStates(ABC):
    """A supplier of candidates that hold in all states seen.

    It guesses again where there are new states. If there are any, or if others have proved something, it
    proposes all guesses that are not proved, for what was not inductive may be so now; otherwise nothing."""

    name: str
    most = 600  # candidates at a cut point
    unseen: tuple[Term, ...] = ()  # what to propose where no state was seen

    def __init__(self) -> None:
        self._guessed: dict[int, tuple[int, tuple[Term, ...]]] = {}  # by cut point: from how many states
        self._proved_by_others = 0

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """Candidates at each cut point that may be reached, as far as the slice allows."""
        proved = sum(origin != self.name for facts in knowledge.facts.values() for origin in facts.values())
        news, self._proved_by_others = proved != self._proved_by_others, proved
        candidates: dict[int, tuple[Term, ...]] = {}
        for location in problem.cut_points:
            if knowledge.unreachable(location):
                continue
            states = self.seen(knowledge, location)
            before = self._guessed.get(location)
            if before is None or before[0] != len(states):
                if limit.over():
                    continue
                live = problem.live[location]
                sample = Sample.of(
                    problem.layout, live, states, problem.constants, problem.atoms, problem.reads
                )
                terms = self._guess(sample, problem, knowledge, location) if states else self.unseen
                limit.spend(len(terms) * len(sample.states) / EVALUATIONS_A_CALL)
                self._guessed[location] = before = len(states), terms
                news = True
            unproved = tuple(term for term in before[1] if term not in knowledge.facts[location])
            if unproved:
                candidates[location] = unproved
        if not news or not candidates:
            return NOTHING
        return Proposal(candidates=candidates)

    def _guess(
        self, sample: Sample, problem: Problem, knowledge: Knowledge, location: int
    ) -> tuple[Term, ...]:
        """What holds of the guesses; arithmetic that wraps around makes some of them wrong."""
        guesses = distinct(self.guesses(sample, problem, knowledge, location), self.most)
        return tuple(sample.holding(guesses))

    def seen(self, knowledge: Knowledge, location: int) -> Sequence[Valuation]:
        """The states to guess from."""
        return knowledge.states(location)

    @abstractmethod
    def guesses(
        self, sample: Sample, problem: Problem, knowledge: Knowledge, location: int
    ) -> Iterable[Term]:
        """Terms that probably hold in all states of the sample, which is not empty, the best first."""


class UnaryFromStates(FromStates):
    """Values, bounds and remainders of single variables; that places never seen are not reached."""

    name = "unary"
    unseen = (FALSE,)

    def guesses(self, sample: Sample, *_: object) -> Iterable[Term]:
        """See `unary`."""
        return unary(sample)


class PairsFromStates(FromStates):
    """Order and bounded sums and differences of two or three variables."""

    name = "pairs"

    def guesses(self, sample: Sample, *_: object) -> Iterable[Term]:
        """See `pairs`."""
        return pairs(sample)


class AffineFromStates(FromStates):
    """Linear and polynomial equations."""

    name = "affine"

    def guesses(self, sample: Sample, *_: object) -> Iterable[Term]:
        """See `affine`."""
        return affine(sample)


class GuardsFromStates(FromStates):
    """The program's own comparisons."""

    name = "guards"

    def guesses(self, sample: Sample, problem: Problem, _: Knowledge, location: int) -> Iterable[Term]:
        """See `guards`."""
        return guards(sample, [t for t in problem.blocks.outgoing[location] if t.target in problem.targets])


class ImplicationsFromStates(FromStates):
    """What holds in a phase of the program, or on one side of a guard."""

    name = "implications"
    most = MOST_IMPLICATIONS + MOST_CONDITIONAL

    def guesses(
        self, sample: Sample, problem: Problem, knowledge: Knowledge, location: int
    ) -> Iterable[Term]:
        """See `implications` and `conditional`."""
        first = distinct(implications(sample), MOST_IMPLICATIONS)
        known = frozenset(knowledge.facts_at(location))
        return chain(first, conditional(sample, _changing(problem, location), known))


class NearMisses(FromStates):
    """What `unary` and `pairs` guess if the counterexamples to induction were states: weaker candidates."""

    name = "near"

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """Nothing, unless there are near misses; otherwise as any family."""
        if not any(knowledge.near_misses(location) for location in problem.cut_points):
            return NOTHING
        return super().propose(problem, knowledge, limit)

    def seen(self, knowledge: Knowledge, location: int) -> Sequence[Valuation]:
        """States, and what might be states as far as is proved."""
        return list(dict.fromkeys((*knowledge.states(location), *knowledge.near_misses(location))))

    def guesses(self, sample: Sample, *_: object) -> Iterable[Term]:
        """See `unary` and `pairs`."""
        return chain(distinct(unary(sample), self.most // 2), pairs(sample))


def _changing(problem: Problem, location: int) -> frozenset[Term]:
    """The variables that a step from a cut point, or to it while the program runs, may change."""
    system = problem.blocks
    steps = [
        t
        for t in system.transitions
        if t.source == location or (t.target == location and t.source != system.initial)
    ]
    return frozenset(v for t in steps for v in t.updates)
