"""Guesses from a smaller program, for places that tests of the program itself do not get to (`scaling`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.suppliers.base import NOTHING, Proposal
from maymust.engines.auto.suppliers.observed.affine import affine
from maymust.engines.auto.suppliers.observed.pairs import pairs
from maymust.engines.auto.suppliers.observed.sample import Sample, distinct
from maymust.engines.auto.suppliers.observed.scaling import scaled
from maymust.engines.auto.suppliers.observed.unary import unary
from maymust.engines.auto.suppliers.testing.random_tests import RandomTests

if TYPE_CHECKING:
    from maymust.engines.auto.problem import Problem
    from maymust.engines.slices import Slice
    from maymust.terms import Term

_CANDIDATES = 400  # at a cut point


class FromSmallerProgram:
    """Proposes once, if there are cut points that no test was seen at."""

    name = "smaller"

    def __init__(self) -> None:
        self._done = False

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """What holds in the states that tests of the smaller program have shown."""
        unseen = [at for at in problem.cut_points if not knowledge.states(at)]
        if self._done or not unseen:
            return NOTHING
        self._done = True
        smaller = scaled(problem)
        if smaller is None:
            return Proposal(note="no large constants")
        tests = RandomTests().propose(smaller.problem, Knowledge(smaller.problem), limit)
        candidates: dict[int, tuple[Term, ...]] = {}
        for at, states in tests.states.items():
            if states and not limit.over():
                live = smaller.problem.live[at]
                sample = Sample.of(
                    smaller.problem.layout, live, states, smaller.problem.constants, smaller.problem.atoms
                )
                guesses = distinct((*affine(sample), *unary(sample), *pairs(sample)), _CANDIDATES)
                candidates[at] = tuple(smaller.original(sample.holding(guesses)))
        return Proposal(candidates=candidates)
