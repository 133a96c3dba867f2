"""Bounds, solutions, budgets and refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import islice, pairwise

import pytest

from maymust.relational import (
    INTS,
    NONE,
    UNIV,
    Bounds,
    BoundsError,
    Formula,
    IntExpression,
    Options,
    Relation,
    Satisfiable,
    TooLarge,
    UnboundError,
    Universe,
    Unknown,
    Unsatisfiable,
    Variable,
    as_int,
    evaluate,
    exists,
    for_all,
    one_of,
    set_of,
    solve,
    solve_all,
)
from maymust.relational.evaluator import Evaluator
from maymust.relational.translation.symmetry import interchangeable

A, B, r = Relation("A", 1), Relation("B", 1), Relation("r", 2)
x, y, z = Variable("x"), Variable("y"), Variable("z")


def pigeons(count: int) -> tuple[list[Formula], Bounds]:
    bounds = Bounds(
        [("pigeon", place) for place in range(count + 1)] + [("hole", place) for place in range(count)]
    )
    bounds.bound_exactly(A, [(atom,) for atom in bounds.universe.atoms[: count + 1]])
    bounds.bound_exactly(B, [(atom,) for atom in bounds.universe.atoms[count + 1 :]])
    bounds.bound(r, bounds.upper[A] * bounds.upper[B])
    alone = for_all([one_of(x, A), one_of(y, A - x)], ((x @ r) & (y @ r)).no())
    return [r.function(A, B), alone], bounds


# --- bounds


def test_impossible_bounds_are_refused() -> None:
    bounds = Bounds("abc")
    with pytest.raises(BoundsError, match="relation r: c->c is in the lower bound, but not in the upper one"):
        bounds.bound(r, [("a", "b")], [("c", "c")])
    with pytest.raises(BoundsError, match="relation A: atom 'd' is not in the universe"):
        bounds.bound(A, "ad")
    with pytest.raises(BoundsError, match="relation r: 'a' is not a tuple of 2 atoms"):
        bounds.bound(r, ["a"])
    with pytest.raises(BoundsError, match="relation r has arity 2, its bound has 1"):
        bounds.bound(r, bounds.universe.all(1))
    with pytest.raises(BoundsError, match="its tuples are of another universe"):
        bounds.bound(A, Universe("abc").all(1))
    with pytest.raises(BoundsError, match="stands for two integers"):
        bounds.bound_integer(1, "a")
        bounds.bound_integer(2, "a")
    with pytest.raises(BoundsError, match="integer 1 has two atoms"):
        bounds.bound_integer(1, "b")
    with pytest.raises(BoundsError, match="at least one atom"):
        Bounds([])
    with pytest.raises(BoundsError, match="in the universe twice"):
        Bounds("aba")


def test_what_is_not_bound_or_not_declared_is_refused() -> None:
    bounds = Bounds("ab")
    with pytest.raises(UnboundError, match="relation A has no bounds"):
        solve(A.some(), bounds)
    bounds.bound(A, "ab")
    with pytest.raises(UnboundError, match="uses variables that it does not declare: x"):
        solve(x.in_(A), bounds)
    bounds.bound_integer(9, "a")
    with pytest.raises(BoundsError, match="integer 9 has an atom, but does not fit into 4 bits"):
        solve(INTS.some(), bounds)
    with pytest.raises(TypeError, match="consists of formulas"):
        solve([A], bounds)  # type: ignore[list-item]


def test_a_partial_instance_costs_no_variables() -> None:
    bounds = Bounds("abc")
    bounds.bound(r, [("a", "b"), ("b", "c"), ("c", "a")], [("a", "b"), ("b", "c")])
    solution = solve((r.closure() & (UNIV * UNIV)).some(), bounds)
    assert isinstance(solution, Satisfiable)
    assert solution.statistics.primary == 1
    assert solution.evaluate(r.closure()).indices >= {1, 2, 5}


def test_relations_that_do_not_occur_have_their_lower_bounds() -> None:
    bounds = Bounds("ab")
    bounds.bound(A, "ab")
    bounds.bound(B, "ab", "b")
    found = list(solve_all(A.some(), bounds, Options(symmetry=0)))
    assert len(found) == 3
    assert all(isinstance(one, Satisfiable) and list(one.instance[B]) == [("b",)] for one in found)


# --- solutions


def test_existential_variables_have_values() -> None:
    bounds = Bounds("abc")
    bounds.bound_exactly(A, "abc")
    bounds.bound_exactly(r, [("a", "b"), ("b", "c"), ("c", "a")])
    formulas = [
        exists([one_of(x, A), set_of(y, A)], y.equals(x @ r | x) & x.in_(A)),
        exists(one_of(x, A), x.some()),
        for_all(one_of(z, A), exists(one_of(x, A), x.equals(r @ z))),
    ]
    solution = solve(formulas, bounds, Options(skolem_depth=1))
    assert isinstance(solution, Satisfiable)
    skolems = solution.instance.skolems
    assert set(skolems) == {"x", "y", "x_2", "x_3"}
    assert len(skolems["x"]) == 1
    assert len(skolems["y"]) == 2
    assert set(skolems["x_3"]) == {("a", "c"), ("b", "a"), ("c", "b")}
    assert "$x_2 = {" in str(solution.instance)
    assert skolems["x_2"].arity == 1


def test_sets_are_quantified_where_they_are_few() -> None:
    bounds = Bounds(range(4))
    bounds.bound(A, range(4))
    every = for_all(set_of(x, UNIV), x.in_(A) | x.some())
    solution = solve(every & for_all(set_of(x, UNIV), (x & A).no() >> x.no()), bounds)
    assert isinstance(solution, Satisfiable)
    assert len(solution.instance[A]) == 4


def test_solutions_come_one_by_one() -> None:
    bounds = Bounds(range(20))
    bounds.bound(A, range(20))
    found = list(islice(solve_all(A.some(), bounds), 5))
    assert len({one.instance[A] for one in found if isinstance(one, Satisfiable)}) == 5


def test_symmetric_solutions_are_left_out() -> None:
    bounds = Bounds(range(6))
    bounds.bound(A, range(6))
    assert len(list(solve_all(A.count().equals(3), bounds, Options(symmetry=0)))) == 20
    assert len(list(solve_all(A.count().equals(3), bounds))) == 1


def test_interchangeable_atoms() -> None:
    bounds = Bounds("abcdef")
    bounds.bound(A, "abc")
    bounds.bound(r, bounds.universe.set_of("a", "b", "c") * bounds.universe.set_of("d", "e"))
    assert interchangeable(bounds, False) == [[0, 1, 2], [3, 4]]
    bounds.bound_exactly(B, "a")
    bounds.bound_integer(1, "d")
    assert interchangeable(bounds, False) == [[1, 2], [3, 4]]
    assert interchangeable(bounds, True) == [[1, 2]]
    bounds.bound_exactly(r, [(atom, atom) for atom in "bcdef"])
    assert interchangeable(bounds, False) == [[1, 2], [3, 4, 5]]


def test_what_is_shared_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    visited: list[Formula | IntExpression] = []
    for name in ("_fresh_truth", "_fresh_number"):
        inner = getattr(Evaluator, name)

        def counted(
            self: Evaluator, node: Formula | IntExpression, env: object, inner: Callable[..., object] = inner
        ) -> object:
            visited.append(node)
            return inner(self, node, env)

        monkeypatch.setattr(Evaluator, name, counted)
    bounds = Bounds(range(2))
    bounds.bound_exactly(A, range(2))
    solution = solve(A.some(), bounds)
    assert isinstance(solution, Satisfiable)
    formula, number = A.some(), A.count()
    for _ in range(12):
        formula, number = formula.iff(~formula).iff(formula), number + number
    assert solution.evaluate(formula.iff(number.equals(0)))
    assert len(visited) == len(set(visited))


def test_evaluation_of_constants() -> None:
    bounds = Bounds("ab")
    bounds.bound_exactly(A, "a")
    bounds.bound_integer(-1, "b")
    solution = solve(A.some(), bounds)
    assert isinstance(solution, Satisfiable)
    assert solution.evaluate(INTS.sum()) == -1
    assert list(solution.evaluate(as_int(-1).atom())) == [("b",)]
    assert evaluate((A * NONE).no(), solution.instance)
    with pytest.raises(UnboundError, match="relation B has no value"):
        solution.evaluate(B.some())
    with pytest.raises(UnboundError, match="not declared where they are used: x"):
        solution.evaluate(x.some())


# --- budgets


def test_conflicts_are_limited() -> None:
    formulas, bounds = pigeons(8)
    solution = solve(formulas, bounds, Options(symmetry=0, conflicts=50))
    assert isinstance(solution, Unknown)
    assert solution.reason == "not decided within the conflicts allowed"
    assert isinstance(solve(formulas, bounds, Options(conflicts=100_000)), Unsatisfiable)


def test_time_is_limited() -> None:
    formulas, bounds = pigeons(8)
    solution = solve(formulas, bounds, Options(symmetry=0, seconds=0))
    assert isinstance(solution, Unknown)
    assert solution.reason == "not decided within 0 s"
    assert [type(one) for one in solve_all(formulas, bounds, Options(symmetry=0, seconds=0))] == [Unknown]


def test_a_search_can_be_stopped() -> None:
    formulas, bounds = pigeons(5)
    solution = solve(formulas, bounds, stop=lambda: True)
    assert isinstance(solution, Unknown)
    assert solution.reason == "stopped"
    assert isinstance(solve(formulas, bounds, Options(seconds=1e9), stop=lambda: False), Unsatisfiable)


def test_a_core_that_is_not_minimal_says_so() -> None:
    formulas, bounds = pigeons(4)
    answers = iter([False] * 2)
    solution = solve([*formulas, A.some()], bounds, core=True, stop=lambda: next(answers, True))
    assert isinstance(solution, Unsatisfiable)
    assert not solution.minimal


# --- too large


def test_a_scope_of_1000_is_refused_before_memory_is_gone() -> None:
    bounds = Bounds(range(1000))
    bounds.bound(A, range(1000))
    bounds.bound(r, bounds.universe.all(2))
    declared = [one_of(x, A), one_of(y, A), one_of(z, A)]
    with pytest.raises(TooLarge, match="is visited for 1000000000 values"):
        solve(for_all(declared, x.equals(y) | y.equals(z)), bounds)
    with pytest.raises(TooLarge, match="is visited for 1000000000 values"):
        nested = for_all(one_of(y, A), exists(one_of(z, A), (x @ r & y @ r).some() | z.in_(x)))
        solve(for_all(one_of(x, A), nested), bounds)
    with pytest.raises(TooLarge, match="a product visits 1000000000 cells"):
        solve((UNIV * UNIV * UNIV).some(), bounds)
    with pytest.raises(TooLarge, match="subsets of 1000 tuples"):
        solve(for_all(set_of(x, A), x.some()), bounds)
    with pytest.raises(TooLarge, match="all tuples of 3 of 1000 atoms are 1000000000"):
        bounds.universe.all(3)
    with pytest.raises(TooLarge, match="a product of 1000000 and 1000 tuples"):
        bounds.universe.all(2) * bounds.universe.all(1)


def test_a_circuit_that_grows_too_large_is_refused() -> None:
    bounds = Bounds(range(60))
    bounds.bound(r, bounds.universe.all(2))
    with pytest.raises(TooLarge, match="more than 100000 gates"):
        solve(r.closure().some() & (r @ r @ r).no(), bounds, Options(most_gates=100_000))
    with pytest.raises(TooLarge, match="integers of 100000 bits"):
        solve((r.count() << r.count()).equals(5), bounds, Options(width=100_000))


def test_shared_formulas_are_not_taken_apart_twice() -> None:
    bounds = Bounds(range(2))
    others = [Relation(f"B{number}", 1) for number in range(120)]
    for other in others:
        bounds.bound(other, range(2))
    shared: Formula = others[0].some()
    inside: Formula = others[0].some()
    for one, two in pairwise(others):
        shared = (shared & one.some()) & (shared & two.lone())
        inside = ((inside | two.no()) & one.some()) & ((inside | two.no()) & two.lone())
    for formula in (shared, ~~shared, inside, inside.iff(shared)):
        solution = solve(formula, bounds)
        assert isinstance(solution, Satisfiable)
        assert solution.statistics.clauses < 3000


def test_deep_formulas() -> None:
    bounds = Bounds(range(3))
    bounds.bound(A, range(3))
    others = [Relation(f"B{number}", 1) for number in range(1200)]
    for other in others:
        bounds.bound(other, [0, 1])
    expression = reduce(lambda deep, other: other.some().choose(deep | other, deep - other), others, A)
    implied = reduce(lambda deep, other: other.some() >> deep, others, A.no())
    summed = reduce(lambda deep, other: deep + other.count(), others, A.count())
    joined = reduce(lambda deep, other: other.some() & deep, others, exists(set_of(x, UNIV), x.equals(A)))
    for formula in (expression.one(), implied, ~implied, summed.equals(3), joined):
        solution = solve(formula, bounds)
        assert isinstance(solution, Satisfiable)
        assert solution.evaluate(formula)
    open_one = reduce(lambda deep, other: (other.some() & deep) | x.in_(other), others, x.some())
    with pytest.raises(TooLarge, match="nested too deeply"):
        solve(for_all(one_of(x, A), open_one), bounds)
