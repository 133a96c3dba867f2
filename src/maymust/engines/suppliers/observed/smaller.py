"""Guesses from a smaller program, for places that tests of the program itself do not get to (`scaling`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.knowledge import Knowledge
from maymust.engines.suppliers.base import NOTHING, Proposal
from maymust.engines.suppliers.observed.affine import affine
from maymust.engines.suppliers.observed.pairs import pairs
from maymust.engines.suppliers.observed.sample import Sample, distinct
from maymust.engines.suppliers.observed.unary import unary
from maymust.engines.suppliers.random_tests import RandomTests
from maymust.engines.suppliers.scaling import scaled

if TYPE_CHECKING:
    from maymust.engines.problem import Problem
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
