"""Arrays in the solvers: against evaluation and brute force."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from helpers.terms import TermMaker, array_variables, valuations, variables
from maymust.solvers import BACKENDS, PARTIAL_BACKENDS, Sat, Solver, Undecided, Unsat, new_solver
from maymust.solvers.arrays import ArrayTerms, confirmed
from maymust.solvers.bitwuzla_backend import BitwuzlaSolver
from maymust.solvers.integers import WRONG
from maymust.solvers.spacer import GLOBAL, Clause, HornProblem, solve
from maymust.terms import (
    ArraySort,
    ArrayValue,
    Term,
    Value,
    add,
    array_sort,
    array_value,
    bitvec,
    conjunction,
    constant,
    eq,
    fill,
    filled,
    ite,
    less,
    ne,
    negation,
    postorder,
    select,
    store,
    variable,
)
from maymust.terms.evaluate import Layout, evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maymust.solvers import Answer

SORT = array_sort(32, 8)
M, N = variable("M", SORT), variable("N", SORT)
AT, TO = variable("i", bitvec(32)), variable("j", bitvec(32))
V, W = variable("v", bitvec(8)), variable("w", bitvec(8))


@pytest.fixture(params=sorted(BACKENDS | PARTIAL_BACKENDS))
def solver(request: pytest.FixtureRequest) -> Solver:
    return new_solver(request.param)


def index(value: int) -> Term:
    return constant(value, 32)


def byte(value: int) -> Term:
    return constant(value, 8)


def zero(name: Term) -> Value:
    return filled(name.sort.index, 0) if isinstance(name.sort, ArraySort) else 0


def holds(conjuncts: Sequence[Term], names: Sequence[Term], model: Answer) -> bool:
    assert isinstance(model, Sat)
    assert conjunction(conjuncts).free <= set(model.model)
    for name, value in model.model.items():
        assert isinstance(value, ArrayValue) == isinstance(name.sort, ArraySort)
    full = {name: zero(name) for name in names} | dict(model.model)
    return all(evaluate(conjunct, full) for conjunct in conjuncts)


# -- random queries


def test_random_queries_against_brute_force(solver: Solver, size: Callable[[int], int]) -> None:
    rng = random.Random(11)
    answers: Counter[type[Answer]] = Counter()
    for number in range(size(150)):
        widths = rng.choice(((1, 1), (1, 2), (2, 1)))
        names = [*array_variables(*widths), *variables(1, 1), *variables(2, 1), *variables(0, 1)]
        maker = TermMaker(rng, names, widths=(1, 2, 3))
        conjuncts = [maker.pair(0, 3)[number % 2] for _ in range(rng.randint(1, 4))]
        answer = solver.check(conjuncts, seconds=60, core=number % 3 == 0)
        answers[type(answer)] += 1
        if isinstance(answer, Sat):
            assert holds(conjuncts, names, answer)
        elif isinstance(answer, Unsat):
            function = Layout(names).vector_function(
                conjuncts if answer.core is None else sorted(answer.core)
            )
            assert not any(all(function(list(v.values()))) for v in valuations(names)), conjuncts
        else:
            assert answer.reason != WRONG
    assert answers[Sat] > 20
    assert answers[Unsat] > 5


def test_random_queries_on_wide_indices(size: Callable[[int], int]) -> None:
    """The solvers agree where they decide, and their models are right."""
    rng = random.Random(12)
    solvers = [new_solver(name) for name in sorted(BACKENDS | PARTIAL_BACKENDS)]
    decided: Counter[str] = Counter()
    for number in range(size(60)):
        names = [*array_variables(32, 8), *variables(32, 2), *variables(8, 1), *variables(0, 1)]
        maker = TermMaker(rng, names, widths=(1, 8, 32))
        conjuncts = [maker.pair(0, 3)[number % 2] for _ in range(rng.randint(1, 3))]
        answers = [solver.check(conjuncts, seconds=20) for solver in solvers]
        for answer in answers:
            if isinstance(answer, Sat):
                assert holds(conjuncts, names, answer)
        kinds = {type(answer) for answer in answers} - {Undecided}
        assert len(kinds) < 2, conjuncts
        decided += Counter(
            s.name for s, a in zip(solvers, answers, strict=True) if not isinstance(a, Undecided)
        )
    assert all(decided[solver.name] > 20 for solver in solvers), decided


# -- what one wants to know


def test_reads_and_stores(solver: Solver) -> None:
    assert isinstance(solver.check([ne(select(store(M, AT, V), TO), V), eq(AT, TO)], seconds=60), Unsat)
    same = [eq(AT, TO), ne(select(M, AT), select(M, TO))]
    assert isinstance(solver.check(same, seconds=60), Unsat)
    other = [ne(AT, TO), ne(select(store(M, AT, V), TO), select(M, TO))]
    assert isinstance(solver.check(other, seconds=60), Unsat)
    answer = solver.check([eq(select(store(M, AT, byte(200)), TO), byte(7)), eq(AT, index(5))], seconds=60)
    assert isinstance(answer, Sat)
    read = answer.model[TO]
    array = answer.model[M]
    assert isinstance(read, int)
    assert isinstance(array, ArrayValue)
    assert read != 5
    assert array.select(read) == 7


def test_models_of_whole_arrays(solver: Solver) -> None:
    query = [eq(select(M, index(value)), byte(255 - value)) for value in (0, 1, 100, 2**32 - 1)]
    answer = solver.check([*query, eq(N, store(M, index(100), byte(3)))], seconds=60)
    assert isinstance(answer, Sat)
    first, second = answer.model[M], answer.model[N]
    assert isinstance(first, ArrayValue)
    assert [first.select(place) for place in (0, 1, 100, 2**32 - 1)] == [255, 254, 155, 0]
    assert second == first.store(100, 3)


def test_choices_of_arrays_and_wide_indices(solver: Solver) -> None:
    wide = variable("wide", array_sort(96, 32))
    at = variable("at", bitvec(96))
    chosen = ite(less(at, constant(7, 96), signed=False), store(wide, at, constant(1, 32)), wide)
    query = [ne(select(chosen, at), constant(1, 32)), eq(at, constant(3, 96))]
    assert isinstance(solver.check(query, seconds=60), Unsat)
    query = [ne(select(chosen, at), constant(1, 32)), less(constant(1 << 80, 96), at, signed=False)]
    assert isinstance(solver.check(query, seconds=60), Sat)


def test_pushed_arrays_and_cores(solver: Solver) -> None:
    solver.push([eq(select(M, AT), byte(3))])
    noise = less(W, byte(100), signed=False)
    conflict = [eq(AT, TO), eq(select(M, TO), byte(4))]
    answer = solver.check([noise, *conflict], seconds=60, core=True)
    assert isinstance(answer, Unsat)
    assert answer.core is not None
    assert answer.core - {eq(select(M, AT), byte(3))} == set(conflict)
    answer = solver.check(conflict[1:], seconds=60)
    assert isinstance(answer, Sat)
    assert answer.model[AT] != answer.model[TO]
    solver.pop()
    assert isinstance(solver.check(conflict, seconds=60), Sat)


@pytest.mark.parametrize("name", sorted(BACKENDS))
def test_equal_arrays_are_equal_everywhere(name: str) -> None:
    solver = new_solver(name)
    assert isinstance(solver.check([eq(M, N), ne(select(M, AT), select(N, AT))], seconds=60), Unsat)
    answer = solver.check([ne(M, N)], seconds=60)
    assert isinstance(answer, Sat)
    assert answer.model[M] != answer.model[N]


def test_fills(solver: Solver) -> None:
    filled_array = store(fill(V, 32), AT, W)
    query = [ne(select(filled_array, TO), V), ne(select(filled_array, TO), W)]
    assert isinstance(solver.check(query, seconds=60), Unsat)
    assert isinstance(solver.check([eq(select(filled_array, TO), byte(5)), ne(V, W)], seconds=60), Sat)


def test_steps_that_begin_with_a_fill(solver: Solver) -> None:
    """As in an unrolled program: each array is equated with a change of the one before."""
    third = variable("L", SORT)
    steps = [eq(M, fill(byte(5), 32)), eq(N, store(M, AT, V)), eq(third, ite(eq(V, W), N, store(N, TO, W)))]
    elsewhere = variable("k", bitvec(32))
    bad = [ne(select(third, elsewhere), byte(5)), ne(elsewhere, AT), ne(elsewhere, TO)]
    answer = solver.check([*steps, *bad], seconds=60, core=True)
    assert isinstance(answer, Unsat)
    assert answer.core is not None
    assert set(bad) <= answer.core
    assert not isinstance(solver.check([*steps, *bad[:2]], seconds=60), Unsat)


def test_comparisons_with_fills_are_never_wrong(solver: Solver) -> None:
    answer = solver.check([eq(M, store(fill(byte(5), 32), AT, W))], seconds=60)
    assert not isinstance(answer, Unsat)
    both_bits = store(store(fill(constant(0, 1), 1), constant(0, 1), W1), constant(1, 1), W1)
    query = [eq(both_bits, fill(constant(1, 1), 1)), eq(W1, constant(1, 1))]
    assert not isinstance(solver.check(query, seconds=60), Unsat)
    nested = fill(select(fill(V, 32), AT), 32)
    query = [eq(M, nested), eq(N, fill(select(M, AT), 32)), ne(select(N, TO), V)]
    assert isinstance(solver.check(query, seconds=60), Unsat)


W1 = variable("w1", bitvec(1))


def test_bit_blasting_takes_arrays() -> None:
    solver = new_solver("z3", bit_blasting=True)
    assert isinstance(solver.check([eq(select(M, AT), V), ne(V, byte(0))], seconds=60), Sat)
    assert not isinstance(solver.check([eq(AT, TO), ne(select(M, AT), select(M, TO))], seconds=60), Sat)


@pytest.mark.parametrize("name", ["z3", "bitwuzla"])
def test_long_chains_of_stores(name: str) -> None:
    array = M
    for level in range(2000):
        array = store(array, add(AT, index(2 * level)), add(V, byte(level)))
    solver = new_solver(name)
    query = [eq(select(array, TO), byte(77)), eq(TO, index(12)), eq(AT, index(0))]
    answer = solver.check(query, seconds=60)
    assert isinstance(answer, Sat | Undecided)
    if isinstance(answer, Sat):
        assert answer.model[V] == 71
    array = M
    for level in range(10_000):
        array = store(array, variable(f"chain{level % 9}", bitvec(32)), add(V, byte(level)))
    assert isinstance(solver.check([eq(select(array, TO), V)], seconds=1), Sat | Undecided)


# -- models that are not believed


def test_a_wrong_model_is_no_answer() -> None:
    query = [eq(select(M, AT), byte(3))]
    right: dict[Term, Value] = {M: array_value(32, 0, [(7, 3)]), AT: 7}
    assert confirmed(right, query, "z3") == Sat(right)
    assert isinstance(confirmed(right | {AT: 8}, query, "z3"), Undecided)


def test_what_has_arrays() -> None:
    known = ArrayTerms()
    read, compared = eq(select(M, AT), V), eq(N, ite(eq(V, W), M, store(fill(V, 32), AT, W)))
    below = negation(compared)
    for term in postorder((read, compared, below, eq(V, W))):
        known.note(term)
    assert known.are_in([eq(V, W), read])
    assert not known.are_in([eq(V, W)])
    assert known.are_in([below])
    assert known.filled_are_compared_in([below])
    assert not known.filled_are_compared_in([read, eq(V, W)])


# -- interpolants and Horn clauses


def test_interpolants_of_arrays(size: Callable[[int], int]) -> None:
    """Bitwuzla has them; what it returns separates the two sides."""
    rng = random.Random(13)
    bitwuzla, z3 = BitwuzlaSolver(), new_solver("z3")
    found = 0
    for _ in range(size(60)):
        places = [index(rng.randrange(3)), AT, TO, add(AT, index(rng.randrange(3)))]
        values = [byte(rng.randrange(3)), V, W]
        before = rng.choice((M, fill(rng.choice(values), 32)))
        changed = store(before, rng.choice(places), rng.choice(values))
        a = [eq(N, changed), eq(rng.choice(values), select(M, rng.choice(places))), eq(AT, TO)]
        b = [ne(select(N, rng.choice(places)), rng.choice(values)), eq(AT, index(1)), eq(V, W)]
        interpolant = bitwuzla.interpolant(a, b, seconds=60)
        if isinstance(interpolant, Term):
            found += 1
            assert interpolant.free <= conjunction(a).free & conjunction(b).free
            assert isinstance(z3.check([*a, negation(interpolant)], seconds=60), Unsat)
            assert isinstance(z3.check([*b, interpolant], seconds=60), Unsat)
        elif isinstance(interpolant, Sat):
            assert holds([*a, *b], [], interpolant)
    assert found > 3


def test_spacer_is_not_asked_about_arrays() -> None:
    clause = Clause(0, 1, (eq(select(M, AT), V),), {})
    problem = HornProblem(0, frozenset((1,)), {}, (clause,))
    assert isinstance(solve(problem, seconds=1, settings=GLOBAL), Undecided)
    problem = HornProblem(0, frozenset((1,)), {1: (M,)}, (Clause(0, 1, (), {}),))
    assert isinstance(solve(problem, seconds=1, settings=GLOBAL), Undecided)
