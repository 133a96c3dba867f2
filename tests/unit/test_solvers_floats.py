"""Floats in the solvers: both must agree with the operators' meaning, also where there are variables."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import pytest

from helpers.floats import NAN, random_float, special_floats
from helpers.terms import raw
from maymust.solvers.base import Sat, Undecided, Unsat
from maymust.solvers.bitwuzla_backend import BitwuzlaSolver
from maymust.solvers.integers import IntegerSolver
from maymust.solvers.z3_backend import Z3Solver
from maymust.terms import (
    BOOL,
    Term,
    and_,
    bitvec,
    constant,
    disjunction,
    eq,
    ite,
    make,
    ne,
    negation,
    variable,
)
from maymust.terms import float_build as fb
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate
from maymust.terms.float_operators import FDIV, FLOAT_OPERATORS, FMA, FREM, FROM_INTEGER, FSQRT, TO_INTEGER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from maymust.solvers.base import Answer, Solver
    from maymust.terms.operators import Operator

Shape = tuple["Operator", int, tuple[int, ...]]
SOLVERS: dict[str, Callable[[], Solver]] = {
    "z3": Z3Solver,
    "z3 with bit-blasting": lambda: Z3Solver(bit_blasting=True),
    "bitwuzla": BitwuzlaSolver,
}
solvers = pytest.mark.parametrize("new_solver", SOLVERS.values(), ids=SOLVERS)
FEW = {FREM: 6, FMA: 20, FDIV: 20, FSQRT: 20}  # cases: these are large in the solvers


def single(number: float) -> Term:
    return fb.float_constant(number, 32)


def shapes() -> Iterator[Shape]:
    for op, width in itertools.product(FLOAT_OPERATORS.values(), (32, 64)):
        if op in FROM_INTEGER:
            yield from ((op, source, (width,)) for source in (8, 32, 64))
        elif op in TO_INTEGER:
            yield from ((op, width, (result,)) for result in (8, 32, 64))
        else:
            yield op, width, (96 - width,) if op.index_count else ()


# the remainder of doubles is too large for the solvers with variables; there is a test of constants below
SMALL_ENOUGH = [(op, width, indices) for op, width, indices in shapes() if op is not FREM or width != 64]


def operands(rng: random.Random, op: Operator, width: int) -> tuple[int, ...]:
    if op in FROM_INTEGER:
        top = (1 << width) - 1
        return (rng.choice((0, 1, top, top >> 1, (top >> 1) + 1, rng.getrandbits(width))),)
    if rng.random() < 0.5:
        return tuple(rng.choices(special_floats(width), k=op.arity or 0))
    return tuple(random_float(rng, width) for _ in range(op.arity or 0))


def differs(term: Term, value: int) -> Term:
    """That a term has not the value. Results are compared as floats; the complement is compared as bits."""
    if term.sort is BOOL:
        return negation(term) if value else term
    ones = constant(-1, term.width)
    same = raw(ops.EQ, (term, constant(value, term.width)))
    same_bits = raw(ops.EQ, (raw(ops.XOR, (term, ones)), constant(~value, term.width)))
    return negation(and_(same, same_bits))


@pytest.mark.parametrize("new_solver", [Z3Solver, BitwuzlaSolver])
@pytest.mark.parametrize("shape", SMALL_ENOUGH, ids=str)
def test_solvers_compute_what_the_operators_mean(
    shape: Shape, new_solver: Callable[[], Solver], size: Callable[[int], int]
) -> None:
    """One query with many cases, so that the solver cannot put in the values: its circuit is what counts."""
    op, width, indices = shape
    rng = random.Random(str(shape))
    names = [variable(name, bitvec(width)) for name in ("x", "y", "z")[: op.arity]]
    term = raw(op, names, indices)
    cases = [operands(rng, op, width) for _ in range(FEW.get(op) or size(80))]
    wrong = []
    for case in cases:
        given = dict(zip(names, case, strict=True))
        here = [eq(name, constant(bits, width)) for name, bits in given.items()]
        wrong.append(and_(*here, differs(term, evaluate(term, given))))
    solver = new_solver()
    assert isinstance(solver.check([disjunction(wrong)], seconds=60), Unsat)
    given = dict(zip(names, cases[0], strict=True))
    right = [eq(name, constant(bits, width)) for name, bits in given.items()]
    result = evaluate(term, given)
    is_result = negation(differs(term, result))
    assert isinstance(solver.check([disjunction([*wrong[1:], and_(*right, is_result)])], seconds=60), Sat)


@pytest.mark.parametrize("width", [32, 64])
def test_the_remainder_of_constants(width: int, size: Callable[[int], int]) -> None:
    rng = random.Random(width)
    for _ in range(size(60)):
        args = [constant(bits, width) for bits in operands(rng, FREM, width)]
        term = raw(FREM, args)
        wrong = differs(term, evaluate(term, {}))
        assert isinstance(BitwuzlaSolver().check([wrong], seconds=60), Unsat)


def check(solver: Solver, conjuncts: Sequence[Term], *, core: bool = False) -> Answer:
    answer = solver.check(conjuncts, seconds=60, core=core)
    if isinstance(answer, Sat):
        assert all(evaluate(conjunct, answer.model) for conjunct in conjuncts)
    return answer


@solvers
def test_a_nan_has_canonical_bits_only_as_a_result(new_solver: Callable[[], Solver]) -> None:
    x, solver = variable("x", bitvec(32)), new_solver()
    assert isinstance(check(solver, [fb.float_is_nan(x), ne(x, constant(NAN[32], 32))]), Sat)
    total = fb.float_binary("fadd", x, single(1))
    assert isinstance(check(solver, [fb.float_is_nan(total), ne(total, constant(NAN[32], 32))]), Unsat)
    assert isinstance(check(solver, [eq(total, constant(NAN[32], 32)), ne(x, constant(NAN[32], 32))]), Sat)
    assert isinstance(check(solver, [eq(total, constant(NAN[32] + 1, 32))]), Unsat)
    assert isinstance(check(solver, [eq(total, x), fb.float_is_nan(x)]), Sat)
    # Bits of a NaN that are not canonical stay through a choice and a change of sign.
    chosen = ite(variable("b", BOOL), total, x)
    assert isinstance(check(solver, [eq(chosen, constant(NAN[32] + 1, 32))]), Sat)
    assert isinstance(check(solver, [eq(fb.float_negate(total), constant(NAN[32], 32))]), Unsat)
    assert isinstance(check(solver, [eq(fb.float_absolute(total), constant(NAN[32], 32))]), Sat)


@solvers
def test_values_pass_through_choices_and_signs(new_solver: Callable[[], Solver]) -> None:
    x, flag, solver = variable("x", bitvec(32)), variable("b", BOOL), new_solver()
    total = fb.float_binary("fadd", x, single(1))
    size_of_it = fb.float_absolute(ite(flag, total, fb.float_negate(total)))
    inside = [fb.float_compare("fle", single(0), x), fb.float_compare("fle", x, single(2))]
    assert isinstance(check(solver, [*inside, fb.float_compare("flt", single(3), size_of_it)]), Unsat)
    assert isinstance(check(solver, [*inside, fb.float_compare("flt", single(2.5), size_of_it)]), Sat)
    doubled = fb.float_binary("fadd", size_of_it, size_of_it)
    assert isinstance(check(solver, [*inside, fb.float_compare("flt", single(6), doubled)]), Unsat)


@solvers
def test_the_bits_of_a_result_are_integers_too(new_solver: Callable[[], Solver]) -> None:
    """A conversion of the bits, not of the value: both ways of use of one result in one query."""
    x, solver = variable("x", bitvec(32)), new_solver()
    total = fb.float_binary("fadd", x, single(1))
    as_number = fb.float_from_int(total, 64, signed=True)
    given = [eq(x, single(2))]
    exactly = fb.float_constant(float(0x40400000), 64)
    assert isinstance(check(solver, [*given, raw(FLOAT_OPERATORS["feq"], (as_number, exactly))]), Sat)
    assert isinstance(
        check(solver, [*given, negation(raw(FLOAT_OPERATORS["feq"], (as_number, exactly)))]), Unsat
    )
    assert isinstance(check(solver, [*given, fb.float_compare("flt", total, single(2.5))]), Unsat)


@solvers
def test_scopes_and_cores(new_solver: Callable[[], Solver]) -> None:
    x, y, solver = variable("x", bitvec(32)), variable("y", bitvec(32)), new_solver()
    total = fb.float_binary("fadd", x, y)
    whole = fb.float_to_int(total, 32, signed=True)
    small = [fb.float_compare("fle", single(0), v) for v in (x, y)]
    small += [fb.float_compare("fle", v, single(1)) for v in (x, y)]
    unrelated = fb.float_compare("flt", variable("z", bitvec(32)), single(9))
    is_three = eq(whole, constant(3, 32))
    solver.push(small)
    answer = check(solver, [unrelated, is_three], core=True)
    assert isinstance(answer, Unsat)
    assert answer.core is not None
    assert is_three in answer.core
    assert unrelated not in answer.core
    assert isinstance(check(solver, [eq(whole, constant(2, 32))]), Sat)
    solver.push([is_three])
    assert isinstance(check(solver, [unrelated]), Unsat)
    solver.pop()
    assert isinstance(check(solver, [unrelated]), Sat)
    solver.pop()
    assert isinstance(check(solver, [is_three]), Sat)
    assert isinstance(check(solver, [eq(variable("n", bitvec(8)), constant(3, 8))]), Sat)  # without floats
    answer = check(solver, [*small, unrelated, is_three], core=True)
    assert isinstance(answer, Unsat)
    assert answer.core is not None
    assert unrelated not in answer.core
    assert isinstance(check(new_solver(), sorted(answer.core)), Unsat)


def test_z3_refuses_the_remainder_of_doubles() -> None:
    x, y = variable("x", bitvec(64)), variable("y", bitvec(64))
    solver = Z3Solver()
    solver.push([eq(make(FREM, (x, y)), x)])
    assert isinstance(solver.check([eq(x, y)], seconds=60), Undecided)
    solver.pop()
    assert isinstance(solver.check([eq(x, y)], seconds=60), Sat)


def test_over_integers_a_float_may_be_anything() -> None:
    x, y, solver = variable("x", bitvec(32)), variable("y", bitvec(32)), IntegerSolver()
    total = fb.float_binary("fadd", x, y)
    less = fb.float_compare("flt", x, y)
    assert isinstance(solver.check([eq(total, x), ne(x, total)], seconds=60), Unsat)
    assert isinstance(solver.check([less, eq(x, y), negation(less)], seconds=60), Unsat)
    impossible = [fb.float_compare("flt", fb.float_binary("fmul", x, x), single(0))]
    assert isinstance(solver.check(impossible, seconds=60), Undecided)
    for conjuncts in ([less, eq(x, single(1))], [negation(less)], [eq(total, single(1)), less]):
        answer = solver.check(conjuncts, seconds=60, core=True)
        assert isinstance(answer, Undecided) or (
            isinstance(answer, Sat) and all(evaluate(c, answer.model) for c in conjuncts)
        )


def test_there_are_no_interpolants_of_floats() -> None:
    x, y = variable("x", bitvec(32)), variable("y", bitvec(32))
    below = [fb.float_compare("flt", x, single(1)), eq(y, fb.float_binary("fadd", x, single(1)))]
    above = [fb.float_compare("flt", single(3), y)]
    assert isinstance(BitwuzlaSolver().interpolant(below, above, seconds=60), Undecided)


@pytest.mark.parametrize("new_solver", [Z3Solver, BitwuzlaSolver])
def test_random_queries(new_solver: Callable[[], Solver], size: Callable[[int], int]) -> None:
    """Models are models; and what holds of given values is not refuted."""
    rng = random.Random(9)
    names = [variable(name, bitvec(32)) for name in "xy"]
    solver = new_solver()
    for case in range(size(60)):
        given = {name: random_float(rng, 32) for name in names}
        terms = [*names, single(1), single(-0.5)]
        for _ in range(3):
            name = rng.choice(("fadd", "fsub", "fmul", "fdiv", "choice", "negate"))
            a, b = rng.choice(terms), rng.choice(terms)
            if name == "choice":
                terms.append(ite(fb.float_compare("flt", a, b), b, a))
            else:
                terms.append(fb.float_negate(a) if name == "negate" else fb.float_binary(name, a, b))
        conjuncts = []
        for _ in range(2):
            a, b = terms[-1], rng.choice(terms)
            test = rng.choice((eq(a, b), fb.float_compare("flt", a, b), fb.float_compare("fle", b, a)))
            conjuncts.append(test if evaluate(test, given) else negation(test))
        if case % 2:
            conjuncts += [eq(name, constant(bits, 32)) for name, bits in given.items()]
        answer = solver.check(conjuncts, seconds=60, core=case % 3 == 0)
        assert isinstance(answer, Sat), conjuncts
        assert all(evaluate(conjunct, answer.model) for conjunct in conjuncts)
