"""Both backends against plain evaluation, and the prover's account."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from helpers.terms import BINARY, COMPARISONS, TermMaker, raw, valuations, variables
from maymust.solvers import BACKENDS, Sat, Solver, Undecided, Unsat, new_solver
from maymust.solvers.prover import Prover, Purpose
from maymust.terms import (
    BOOL,
    FALSE,
    TRUE,
    Term,
    bitvec,
    conjunction,
    constant,
    eq,
    less,
    make,
    ne,
    negation,
    variable,
)
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maymust.solvers import Answer
    from maymust.terms.operators import Operator

X, Y = variables(8, 2, "s")
P, Q = variables(0, 2, "s")


@pytest.fixture(params=sorted(BACKENDS), scope="module")
def solver(request: pytest.FixtureRequest) -> Solver:
    return new_solver(request.param)


def satisfiable(conjuncts: Sequence[Term], names: Sequence[Term]) -> bool:
    whole = conjunction(conjuncts)
    return any(evaluate(whole, valuation) for valuation in valuations(names))


@pytest.mark.parametrize("op", [*BINARY, *COMPARISONS], ids=str)
def test_every_operator_is_encoded_as_it_evaluates(solver: Solver, op: Operator) -> None:
    """For all values of two bits, and for hard values of 32: the solver can only find the right result."""
    for width, values in ((2, range(4)), (32, (0, 1, 2, 31, 32, 2**31 - 1, 2**31, 2**32 - 1))):
        a, b = variables(width, 2, "op")
        result = variable(f"result{width if op in BINARY else 0}", bitvec(width) if op in BINARY else BOOL)
        for x, y in itertools.product(values, repeat=2):
            term = raw(op, (a, b))
            query = [raw(ops.EQ, (result, term)), eq(a, constant(x, width)), eq(b, constant(y, width))]
            answer = solver.check(query, seconds=60)
            assert isinstance(answer, Sat)
            assert answer.model[result] == evaluate(term, {a: x, b: y}), (x, y)


def test_resizing_is_encoded_as_it_evaluates(solver: Solver) -> None:
    a = variables(3, 1, "op")[0]
    for op, indices, width in (
        (ops.ZEXT, (5,), 5), (ops.SEXT, (5,), 5), (ops.EXTRACT, (2, 1), 2), (ops.EXTRACT, (0, 0), 1)
    ):  # fmt: skip
        result = variable(f"result{width}", bitvec(width))
        for x in range(8):
            term = raw(op, (a,), indices)
            answer = solver.check([raw(ops.EQ, (result, term)), eq(a, constant(x, 3))], seconds=60)
            assert isinstance(answer, Sat)
            assert answer.model[result] == evaluate(term, {a: x})


def test_random_queries_against_brute_force(solver: Solver, size: Callable[[int], int]) -> None:
    rng = random.Random(4)
    answers: list[type[Answer]] = []
    for number in range(size(150)):
        names = [*variables(2), *variables(3, 1), *variables(0, 1)]
        maker = TermMaker(rng, names)
        conjuncts = [maker.pair(0, 4)[number % 2] for _ in range(rng.randint(1, 4))]
        core = number % 3 == 0
        answer = solver.check(conjuncts, seconds=60, core=core)
        answers.append(type(answer))
        if isinstance(answer, Sat):
            free = conjunction(conjuncts).free
            assert free <= set(answer.model)
            values = answer.model.items()
            assert all(isinstance(x, int) and 0 <= x < 2 ** max(v.width, 1) for v, x in values)
            full = dict.fromkeys(names, 0) | dict(answer.model)
            assert all(evaluate(c, full) for c in conjuncts)
        else:
            assert isinstance(answer, Unsat)
            assert not satisfiable(conjuncts, names)
            if core:
                assert answer.core is not None
                assert answer.core <= set(conjuncts)
                assert not satisfiable(sorted(answer.core), names)
            else:
                assert answer.core is None
    assert answers.count(Sat) > 20
    assert answers.count(Unsat) > 20


def test_cores_leave_out_what_does_not_matter(solver: Solver) -> None:
    noise = [less(constant(i, 8), Y, signed=False) for i in range(3)]
    conflict = [eq(X, constant(3, 8)), less(X, constant(2, 8), signed=False)]
    answer = solver.check([*noise, *conflict], seconds=60, core=True)
    assert isinstance(answer, Unsat)
    assert answer.core == set(conflict)


def test_nothing_and_constants(solver: Solver) -> None:
    assert isinstance(solver.check([], seconds=60), Sat)
    assert isinstance(solver.check([TRUE], seconds=60), Sat)
    assert isinstance(solver.check([FALSE], seconds=60), Unsat)
    assert isinstance(solver.check([P, negation(P)], seconds=60), Unsat)
    answer = solver.check([P, P, negation(Q)], seconds=60, core=True)
    assert isinstance(answer, Sat)
    assert answer.model == {P: 1, Q: 0}


def test_checks_do_not_disturb_each_other(solver: Solver) -> None:
    three, four = eq(X, constant(3, 8)), eq(X, constant(4, 8))
    for core in (False, True, False):
        assert isinstance(solver.check([three, four], seconds=60, core=core), Unsat)
        assert isinstance(solver.check([four], seconds=60, core=core), Sat)


def test_variables_of_one_name_and_two_sorts_are_two(solver: Solver) -> None:
    narrow, wide = variable("same", bitvec(3)), variable("same", bitvec(8))
    answer = solver.check([eq(narrow, constant(5, 3)), eq(wide, constant(200, 8))], seconds=60)
    assert isinstance(answer, Sat)
    assert answer.model == {narrow: 5, wide: 200}


def hard() -> list[Term]:
    """A factorisation: p * q is a product of two 32-bit primes, on 64 bits, no overflow."""
    p, q = variables(64, 2, "hard")
    limit = constant(1 << 33, 64)
    return [
        eq(make(ops.MUL, (p, q)), constant(2860486313 * 1500450271, 64)),
        less(p, limit, signed=False), less(q, limit, signed=False),
        less(constant(1, 64), p, signed=False), less(p, q, signed=False),
    ]  # fmt: skip


def test_a_limit_gives_undecided(solver: Solver) -> None:
    for core in (False, True):
        started = time.monotonic()
        answer = solver.check(hard(), seconds=0.3, core=core)
        assert isinstance(answer, Undecided)
        assert answer.reason
        assert time.monotonic() - started < 60
    assert isinstance(solver.check([eq(X, constant(3, 8))], seconds=60), Sat)  # and the solver lives on


def test_a_limit_of_nothing_is_no_exception(solver: Solver) -> None:
    for seconds in (0.0, -1.0):
        assert isinstance(solver.check(hard(), seconds=seconds), Undecided)


def test_a_process_with_deep_terms_in_z3_ends_at_once() -> None:
    """Z3 takes minutes to delete a context with deep terms, unless they are given back first."""
    code = """if True:
        from maymust.solvers import new_solver
        from maymust.terms import *
        from maymust.terms.operators import MUL, XOR
        x, y = variable("x", bitvec(8)), variable("y", bitvec(8))
        term = x
        for _ in range(20000):
            term = make(XOR, (make(MUL, (term, y)), x))
        new_solver("z3").check([eq(term, y), eq(x, y), eq(x, constant(0, 8))], seconds=5)
        """
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


# -- the prover ----------------------------------------------------------------------------------------------


class Spy:
    """A solver that counts, and can be told to give up."""

    name = "spy"

    def __init__(self) -> None:
        self.asked: list[tuple[tuple[Term, ...], float, bool]] = []
        self.gives_up = False
        self._inner = new_solver("z3")

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        self.asked.append((tuple(conjuncts), seconds, core))
        return Undecided("tired") if self.gives_up else self._inner.check(conjuncts, seconds=60, core=core)


def test_the_prover_counts_by_purpose_and_caches() -> None:
    spy = Spy()
    prover = Prover(spy, lambda: 100.0, 3.0)
    a, b = less(X, Y, signed=True), ne(X, Y)
    first = prover.check([a, b], Purpose.TEST)
    assert isinstance(first, Sat)
    assert prover.check([b, a, a], Purpose.EDGE) is first
    assert prover.statistics.queries[Purpose.TEST] == 1
    assert prover.statistics.queries[Purpose.EDGE] == 1
    assert prover.statistics.queries[Purpose.EMPTINESS] == 0
    assert prover.statistics.prover_calls == 1
    assert len(spy.asked) == 1
    assert spy.asked[0][1] == 3.0


def test_what_a_glance_answers_is_no_call() -> None:
    spy = Spy()
    prover = Prover(spy, lambda: 100.0, 3.0)
    assert prover.check([], Purpose.TEST) == Sat({})
    assert prover.check([TRUE], Purpose.TEST) == Sat({})
    assert prover.check([P, FALSE], Purpose.TEST, core=True) == Unsat(frozenset((FALSE,)))
    assert spy.asked == []
    assert prover.statistics.queries[Purpose.TEST] == 3


def test_a_core_is_asked_for_again_where_the_cache_has_none() -> None:
    spy = Spy()
    prover = Prover(spy, lambda: 100.0, 3.0)
    query = [eq(X, constant(1, 8)), eq(X, constant(2, 8)), P]
    assert prover.check(query, Purpose.EDGE) == Unsat(None)
    with_core = prover.check(query, Purpose.EDGE, core=True)
    assert isinstance(with_core, Unsat)
    assert with_core.core == set(query[:2])
    assert prover.check(query, Purpose.EDGE) is with_core
    assert len(spy.asked) == 2


def test_undecided_answers_are_not_remembered() -> None:
    spy = Spy()
    spy.gives_up = True
    prover = Prover(spy, lambda: 100.0, 3.0)
    assert isinstance(prover.check([P], Purpose.TEST), Undecided)
    spy.gives_up = False
    assert isinstance(prover.check([P], Purpose.TEST), Sat)
    assert prover.statistics.prover_calls == 2


def test_the_time_left_limits_a_query() -> None:
    spy = Spy()
    Prover(spy, lambda: 0.5, 3.0).check([P], Purpose.TEST)
    Prover(spy, lambda: -7.0, 3.0).check([P], Purpose.TEST)
    assert [seconds for _, seconds, _ in spy.asked] == [0.5, 0.01]


def test_unknown_backends_are_key_errors() -> None:
    with pytest.raises(KeyError):
        new_solver("yices")
