"""The families as suppliers: each has a name, and so a share of the time and a switch, of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import chain
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.base import NOTHING, Proposal
from maymust.engines.auto.suppliers.observed.affine import affine
from maymust.engines.auto.suppliers.observed.guards import guards
from maymust.engines.auto.suppliers.observed.implications import (
    MOST_CONDITIONAL,
    MOST_IMPLICATIONS,
    conditional,
    implications,
)
from maymust.engines.auto.suppliers.observed.pairs import pairs
from maymust.engines.auto.suppliers.observed.sample import Sample, distinct
from maymust.engines.auto.suppliers.observed.unary import unary
from maymust.terms import FALSE, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem, Valuation
    from maymust.engines.slices import Slice

    _Guessed = dict[int, tuple[int, tuple[Term, ...]]]  # by cut point: from how many states, and what

EVALUATIONS_A_CALL = 100_000  # of candidates on states; they take about as long as a prover call


class FromStates(ABC):
    """A supplier of candidates that hold in all states seen.

    It guesses again where there are new states. If there are any, or if others have proved something, it
    proposes all guesses that are not proved, for what was not inductive may be so now. Otherwise, a family
    that `weakens` guesses again as if the counterexamples to induction were states."""

    name: str
    most = 600  # candidates at a cut point
    unseen: tuple[Term, ...] = ()  # what to propose where no state was seen
    weakens = False

    def __init__(self) -> None:
        self._guessed: _Guessed = {}
        self._weakened: _Guessed = {}
        self._proved_by_others = 0

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """Candidates at each cut point that may be reached, as far as the slice allows."""
        proved = sum(origin != self.name for facts in knowledge.facts.values() for origin in facts.values())
        news, self._proved_by_others = proved != self._proved_by_others, proved
        reached = [at for at in problem.cut_points if not knowledge.unreachable(at)]
        states = {at: knowledge.states(at) for at in reached}
        fresh = self._guess_again(states, self._guessed, problem, knowledge, limit)
        guessed = self._guessed
        if self.weakens and not news and not fresh:
            nearly = {
                at: list(dict.fromkeys((*states[at], *missed)))
                for at in reached
                if (missed := knowledge.near_misses(at))
            }
            fresh = self._guess_again(nearly, self._weakened, problem, knowledge, limit)
            guessed = self._weakened
        if not news and not fresh:
            return NOTHING
        candidates = {
            at: unproved
            for at in reached
            if at in guessed
            and (unproved := tuple(t for t in guessed[at][1] if t not in knowledge.facts[at]))
        }
        return Proposal(candidates=candidates) if candidates else NOTHING

    def _guess_again(
        self,
        states: Mapping[int, Sequence[Valuation]],
        guessed: _Guessed,
        problem: Problem,
        knowledge: Knowledge,
        limit: Slice,
    ) -> bool:
        """Guesses where there are new states, as far as the slice allows; returns whether there were any."""
        fresh = False
        for at, seen in states.items():
            if (at in guessed and guessed[at][0] == len(seen)) or limit.over():
                continue
            live = problem.live[at]
            sample = Sample.of(
                problem.layout, live, seen, problem.constants, problem.atoms, problem.quantities
            )
            terms = self._guess(sample, problem, knowledge, at) if seen else self.unseen
            limit.spend(len(terms) * len(sample.states) / EVALUATIONS_A_CALL)
            guessed[at] = len(seen), terms
            fresh = True
        return fresh

    def _guess(
        self, sample: Sample, problem: Problem, knowledge: Knowledge, location: int
    ) -> tuple[Term, ...]:
        """What holds of the guesses; arithmetic that wraps around makes some of them wrong."""
        guesses = distinct(self.guesses(sample, problem, knowledge, location), self.most)
        return tuple(sample.holding(guesses))

    @abstractmethod
    def guesses(
        self, sample: Sample, problem: Problem, knowledge: Knowledge, location: int
    ) -> Iterable[Term]:
        """Terms that probably hold in all states of the sample, which is not empty, the best first."""


class UnaryFromStates(FromStates):
    """Values, bounds and remainders of single variables; that places never seen are not reached."""

    name = "unary"
    unseen = (FALSE,)
    weakens = True

    def guesses(self, sample: Sample, *_: object) -> Iterable[Term]:
        """See `unary`."""
        return unary(sample)


class PairsFromStates(FromStates):
    """Order and bounded sums and differences of two or three variables."""

    name = "pairs"
    weakens = True

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


def _changing(problem: Problem, location: int) -> frozenset[Term]:
    """The variables that a step from a cut point, or to it while the program runs, may change."""
    system = problem.blocks
    steps = [
        t
        for t in system.transitions
        if t.source == location or (t.target == location and t.source != system.initial)
    ]
    return frozenset(v for t in steps for v in t.updates)
