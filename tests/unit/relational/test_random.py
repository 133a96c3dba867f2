"""Random formulas with all operators: the solver says what looking at all instances says."""

from __future__ import annotations

import pytest

from helpers.random_relational import Problems, models
from maymust.relational import Bounds, Formula, Options, Satisfiable, Unsatisfiable, solve, solve_all
from maymust.relational.logic.walk import post_order, relations_of

CASES, BATCH = 2000, 100


@pytest.mark.parametrize("batch", range(CASES // BATCH))
def test_the_answer_is_that_of_brute_force(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        problems = Problems(seed)
        count, depth = problems.random.choice([1, 1, 2]), problems.random.choice([1, 2, 2, 3])
        formulas = [problems.formula(depth) for _ in range(count)]
        check(seed, formulas, problems.bounds, problems.width, problems.random.choice([-1, 0, 0, 1, 2]))


@pytest.mark.parametrize(("atoms", "cases"), [(2, 60), (3, 24)])
def test_total_orders_that_are_fixed_by_symmetry(atoms: int, cases: int) -> None:
    for seed in range(cases):
        problems = Problems(seed)
        formulas = [problems.ordered(atoms), problems.formula(2)]
        check(seed, formulas, problems.bounds, problems.width, 0)


def check(seed: int, formulas: list[Formula], bounds: Bounds, width: int, depth: int) -> None:
    expected = models(formulas, bounds, width)
    for symmetry in (0, 20):
        solution = solve(formulas, bounds, Options(width=width, symmetry=symmetry, skolem_depth=depth))
        case = f"seed {seed}, symmetry {symmetry}: {formulas}"
        if not expected:
            assert isinstance(solution, Unsatisfiable), case
            continue
        assert isinstance(solution, Satisfiable), case
        assert all(solution.evaluate(formula) for formula in formulas), case
        for relation, tuples in solution.instance.tuples.items():
            assert bounds.lower[relation].indices <= tuples.indices <= bounds.upper[relation].indices, case
    used = set(relations_of(post_order(formulas)))
    different = {tuple(one[relation] for relation in bounds.lower if relation in used) for one in expected}
    if len(different) <= 40:
        found = list(solve_all(formulas, bounds, Options(width=width, symmetry=0, skolem_depth=depth)))
        assert len(found) == len(different), f"seed {seed}: {formulas}"
