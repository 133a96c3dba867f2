"""Programs with arrays: what suppliers say of them."""

from __future__ import annotations

import math

import pytest

from helpers.array_programs import PROGRAMS, program_of
from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.problem import Problem, pose
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
from maymust.engines.auto.suppliers.testing.random_tests import RandomTests
from maymust.engines.slices import Slice
from maymust.interp.replay import Violated, replay
from maymust.interp.values import zero
from maymust.passes.pipeline import prepare
from maymust.terms import filled


def posed(name: str) -> Problem:
    return pose(prepare(program_of(name)), "P1")


@pytest.mark.parametrize("supplier", SUPPLIERS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_suppliers_say_nothing_wrong(supplier: str, name: str) -> None:
    """They leave arrays alone, or what they say of them holds in the states seen."""
    problem = posed(name)
    knowledge = Knowledge(problem)
    shown = RandomTests().propose(problem, knowledge, Slice(math.inf, calls=2))
    knowledge.observe_all(shown.states)
    proposal = SUPPLIERS[supplier].build().propose(problem, knowledge, Slice(math.inf, calls=20))
    if supplier == "spacer" and problem.has_arrays:
        assert proposal.note == "arrays"
        assert not proposal.candidates and not proposal.tests
    for at, candidates in proposal.candidates.items():
        for candidate in candidates:
            if supplier not in ("elements", "smaller"):  # they guess from less, or from more
                holds = problem.layout.function(candidate)
                assert all(map(holds, knowledge.states(at))), candidate
    for test in proposal.tests:
        assert replay(program_of(name), test).end == Violated("P1")


def test_elements_that_the_program_reads_are_looked_at() -> None:
    problem = posed("a cell that stays small")
    assert [str(read) for read in problem.quantities] == ["(select M 5:8)"]
    knowledge = Knowledge(problem)
    knowledge.observe_all(RandomTests().propose(problem, knowledge, Slice(math.inf, calls=2)).states)
    (at,) = problem.cut_points
    proposal = SUPPLIERS["unary"].build().propose(problem, knowledge, Slice(math.inf))
    assert "(ult (select M 5:8) 2:8)" in map(str, proposal.candidates[at])


def test_states_that_are_none_are_ignored() -> None:
    problem = posed("a cell that stays small")
    knowledge = Knowledge(problem)
    (at,) = problem.cut_points
    slot = next(i for i, v in enumerate(problem.layout.variables) if v.name == "M")
    good = tuple(zero(v.sort) for v in problem.layout.variables)
    wrong = [(*good[:slot], value, *good[slot + 1 :]) for value in (0, filled(7, 0), filled(8, 256))]
    knowledge.observe_all({at: [*wrong, good]})
    assert list(knowledge.states(at)) == [good]
