"""Random formulas with all operators: the solver says what looking at all instances says."""

from __future__ import annotations

import pytest
from helpers.random_relational import Problems, models

from maymust.relational import Options, Satisfiable, TooLarge, Unsatisfiable, solve, solve_all
from maymust.relational.logic.walk import post_order, relations_of

CASES, BATCH = 2000, 100


@pytest.mark.parametrize("batch", range(CASES // BATCH))
def test_the_answer_is_that_of_brute_force(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        check(seed)


def check(seed: int) -> None:
    problems = Problems(seed)
    formulas = [
        problems.formula(problems.random.choice([1, 2, 2, 3]))
        for _ in range(problems.random.choice([1, 1, 2]))
    ]
    bounds, width = problems.bounds, problems.width
    expected = models(formulas, bounds, width)
    depth = problems.random.choice([-1, 0, 0, 1, 2])
    for symmetry in (0, 20):
        options = Options(width=width, symmetry=symmetry, skolem_depth=depth)
        try:
            solution = solve(formulas, bounds, options)
        except TooLarge:
            pytest.fail(f"seed {seed}: too large")
        if expected:
            assert isinstance(solution, Satisfiable), (
                f"seed {seed}, symmetry {symmetry}: an instance is missed"
            )
            for formula in formulas:
                assert solution.evaluate(formula), (
                    f"seed {seed}, symmetry {symmetry}: no instance of {formula}"
                )
            for relation, tuples in solution.instance.tuples.items():
                assert bounds.lower[relation].indices <= tuples.indices <= bounds.upper[relation].indices
        else:
            assert isinstance(solution, Unsatisfiable), f"seed {seed}, symmetry {symmetry}: {formulas}"
    used = set(relations_of(post_order(formulas)))
    different = {
        tuple(found[relation] for relation in bounds.lower if relation in used) for found in expected
    }
    if len(different) <= 40:
        found = list(solve_all(formulas, bounds, Options(width=width, symmetry=0, skolem_depth=depth)))
        assert len(found) == len(different), f"seed {seed}: {len(found)} solutions, not {len(different)}"
