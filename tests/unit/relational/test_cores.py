"""Unsatisfiable cores: of the user's formulas, without an instance, but with one if any is left out."""

from __future__ import annotations

from itertools import pairwise

from helpers.random_relational import Problems, models
from maymust.relational import (
    UNIV,
    Bounds,
    Formula,
    Options,
    Relation,
    Satisfiable,
    Unsatisfiable,
    Variable,
    for_all,
    one_of,
    solve,
)


def core_of(formulas: list[Formula], bounds: Bounds, options: Options) -> tuple[Formula, ...] | None:
    solution = solve(formulas, bounds, options, core=True)
    if isinstance(solution, Satisfiable):
        return None
    assert isinstance(solution, Unsatisfiable)
    assert solution.minimal
    assert solution.core is not None
    return solution.core


def test_random_cores_are_unsatisfiable_and_locally_minimal() -> None:
    cores = 0
    for seed in range(150):
        problems = Problems(seed)
        formulas = [problems.ordered(2)] if seed % 3 == 0 else []
        formulas += [problems.formula(2) for _ in range(6)]
        symmetry = problems.random.choice([0, 20])
        core = core_of(formulas, problems.bounds, Options(width=problems.width, symmetry=symmetry))
        if core is None:
            assert models(formulas, problems.bounds, problems.width), f"seed {seed}"
            continue
        cores += 1
        assert all(any(one is formula for formula in formulas) for one in core)
        assert not models(list(core), problems.bounds, problems.width), f"seed {seed}: {core}"
        for left_out in core:
            rest = [one for one in core if one is not left_out]
            assert models(rest, problems.bounds, problems.width), f"seed {seed}: {left_out} is not needed"
    assert cores > 50


def test_a_formula_that_is_false_is_the_core() -> None:
    bounds = Bounds("ab")
    a = Relation("A", 1)
    bounds.bound_exactly(a, "a")
    wrong = a.no()
    assert core_of([a.some(), wrong, a.one()], bounds, Options()) == (wrong,)


def test_a_total_order_may_be_part_of_a_core() -> None:
    """Symmetry breaking fixes total orders by bounds; in a core they must remain formulas."""
    bounds = Bounds(range(4))
    ordered, first, last, following = Relation("S", 1), Relation("f", 1), Relation("l", 1), Relation("n", 2)
    bounds.bound_exactly(ordered, range(4))
    for relation in (first, last):
        bounds.bound(relation, range(4))
    bounds.bound(following, bounds.universe.all(2))
    order = following.total_order(ordered, first, last)
    same, around = first.equals(last), for_all(one_of(x := Variable("x"), ordered), (x @ following).some())
    assert core_of([first.some(), order, same], bounds, Options()) == (order, same)
    assert core_of([around, first.some(), order], bounds, Options()) == (around, order)
    assert core_of([following.some(), same, around, following.no()], bounds, Options()) == (
        following.some(),
        following.no(),
    )


def test_one_contradiction_among_hundreds_of_formulas() -> None:
    count = 300
    bounds = Bounds(range(5))
    relations = [Relation(f"r{number}", 2) for number in range(count)]
    for relation in relations:
        bounds.bound(relation, bounds.universe.all(2))
    x = Variable("x")
    formulas: list[Formula] = []
    for one, two in pairwise(relations):
        formulas.append(one.in_(two.closure()))
        formulas.append(for_all(one_of(x, UNIV), (x @ one).lone()))
    formulas += [relations[100].some(), relations[103].no()]
    core = core_of(formulas, bounds, Options())
    needed = (relations[number].in_(relations[number + 1].closure()) for number in range(100, 103))
    assert core == (*needed, relations[100].some(), relations[103].no())
