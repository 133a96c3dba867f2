"""The problems of the race against Kodkod: the answers are those of Kodkod, from whatever machine."""

from __future__ import annotations

import pytest
from benchmarks.kodkod import puzzles, systems, theories
from benchmarks.kodkod.problem import PROBLEMS

from maymust.relational import Satisfiable, Unsatisfiable, solve, solve_all

MODULES = (puzzles, systems, theories)
UNSATISFIABLE = {
    "pigeonhole",
    "trees",
    "ceilings_and_floors",
    "dijkstra",
    "lists_reflexive",
    "ring_election",
    "ternary_algebra",
    "curves",
}
COUNTS = {"count_latin_squares": 576, "count_queens": 48, "count_functions": 624}


@pytest.mark.parametrize("name", list(PROBLEMS))
def test_the_answer_is_that_of_kodkod(name: str) -> None:
    problem = PROBLEMS[name]()
    if problem.count:
        assert len(list(solve_all(problem.formulas, problem.bounds, problem.options))) == COUNTS[name]
        return
    solution = solve(problem.formulas, problem.bounds, problem.options)
    if name in UNSATISFIABLE:
        assert isinstance(solution, Unsatisfiable)
    else:
        assert isinstance(solution, Satisfiable)
        assert all(solution.evaluate(formula) for formula in problem.formulas)


def test_the_core_of_a_large_problem_is_minimal() -> None:
    problem = PROBLEMS["ceilings_and_floors"]()
    solution = solve(problem.formulas, problem.bounds, problem.options, core=True)
    assert isinstance(solution, Unsatisfiable)
    assert solution.minimal
    assert solution.core
    for left_out in solution.core:
        rest = [formula for formula in solution.core if formula is not left_out]
        assert isinstance(solve(rest, problem.bounds, problem.options), Satisfiable)
