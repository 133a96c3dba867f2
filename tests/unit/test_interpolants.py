"""Interpolants keep their promise, as the other solver sees it; every way in which Bitwuzla may write one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import bitwuzla
import pytest

from helpers.terms import COMPARISONS, TermMaker, valuations, variables
from maymust.solvers import Sat, Solver, Undecided, Unsat, new_solver
from maymust.solvers.bitwuzla_backend import BitwuzlaSolver
from maymust.solvers.bitwuzla_reading import read_term
from maymust.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    conjunction,
    constant,
    eq,
    less,
    make,
    ne,
    negation,
)
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Z3 = new_solver("z3")
X, Y, Z = variables(32, 3, "i")


@pytest.fixture(scope="module")
def solver() -> BitwuzlaSolver:
    return BitwuzlaSolver()


def unsatisfiable(conjuncts: Sequence[Term], prover: Solver = Z3) -> bool:
    return isinstance(prover.check(conjuncts, seconds=30), Unsat)


def is_interpolant(found: Term, a: Sequence[Term], b: Sequence[Term]) -> bool:
    shared = conjunction(a).free & conjunction(b).free
    return found.free <= shared and unsatisfiable((*a, negation(found))) and unsatisfiable((*b, found))


def comparison(choice: random.Random, names: Sequence[Term]) -> Term:
    width = names[0].width
    left, right = (TermMaker(choice, names, (1, width)).term(width, 2) for _ in range(2))
    return make(choice.choice(COMPARISONS), (left, right))


@pytest.mark.parametrize("width", [1, 4, 8])
def test_random_contradictions(solver: BitwuzlaSolver, width: int, size: Callable[[int], int]) -> None:
    only_a, both, more, only_b = names = variables(width, 4, "r")
    interpolated = satisfied = 0
    for seed in range(size(150)):
        choice = random.Random(seed)
        a = [comparison(choice, (only_a, both, more)) for _ in range(2)]
        b = [comparison(choice, (both, more, only_b)) for _ in range(2)]
        found = solver.interpolant(a, b, seconds=30)
        if isinstance(found, Term):
            interpolated += 1
            assert is_interpolant(found, a, b), (seed, str(found))
        else:
            satisfied += 1
            assert isinstance(found, Sat), (seed, found)
            assert evaluate(conjunction((*a, *b)), {**dict.fromkeys(names, 0), **found.model})
    assert min(interpolated, satisfied) > size(150) // 20


@pytest.mark.parametrize("width", [2, 4, 8])
def test_random_values_that_cannot_be(solver: BitwuzlaSolver, width: int, size: Callable[[int], int]) -> None:
    """y = f(x) and g(y) where no value of f satisfies g: the form in which a frontier asks."""
    x, y, z = variables(width, 3, "f")
    told = 0
    for seed in range(size(100)):
        choice = random.Random(seed)
        a = [eq(y, TermMaker(choice, (x,), (1, width)).term(width, 3))]
        b = [TermMaker(choice, (y, z), (1, width)).term(0, 3), ne(y, z)]
        found = solver.interpolant(a, b, seconds=30)
        if isinstance(found, Term):
            assert is_interpolant(found, a, b), (seed, str(found))
            told += found not in (TRUE, FALSE)
    assert told > 0


def test_what_two_parts_share(solver: BitwuzlaSolver) -> None:
    """x = 2y against x odd: bit 0 of x is 0."""
    a = [eq(X, add(Y, Y))]
    b = [eq(make(ops.BAND, (X, constant(1, 32))), constant(1, 32))]
    found = solver.interpolant(a, b, seconds=30)
    assert isinstance(found, Term)
    assert is_interpolant(found, a, b)
    assert found.free == {X}


def test_the_edges_of_the_contract(solver: BitwuzlaSolver) -> None:
    impossible = [less(X, Y, signed=True), less(Y, X, signed=True)]
    assert solver.interpolant([], impossible, seconds=30) is TRUE
    assert solver.interpolant([TRUE], [FALSE], seconds=30) is TRUE
    assert solver.interpolant(impossible, [], seconds=30) is FALSE
    assert solver.interpolant(impossible, impossible, seconds=30) is FALSE
    assert solver.interpolant([FALSE], [eq(X, Y)], seconds=30) is FALSE
    assert solver.interpolant([eq(X, Y)], [FALSE], seconds=30) is TRUE
    assert isinstance(solver.interpolant([], [], seconds=30), Sat)
    assert isinstance(solver.interpolant([eq(X, Y)], [eq(X, Z)], seconds=30), Sat)
    apart = solver.interpolant([eq(X, Y), ne(X, Y)], [eq(Z, X)], seconds=30)
    assert apart is FALSE
    shared = solver.interpolant([eq(X, Y), eq(Z, X)], [eq(X, Y), ne(Z, Y)], seconds=30)
    assert isinstance(shared, Term)
    assert is_interpolant(shared, [eq(X, Y), eq(Z, X)], [eq(X, Y), ne(Z, Y)])


def test_one_solver_does_both(solver: BitwuzlaSolver) -> None:
    a, b = [less(X, constant(5, 32), signed=False)], [less(constant(9, 32), X, signed=False)]
    assert isinstance(solver.check([*a, *b], seconds=30), Unsat)
    first = solver.interpolant(a, b, seconds=30)
    assert isinstance(first, Term)
    assert is_interpolant(first, a, b)
    assert solver.interpolant(a, b, seconds=30) is first
    assert isinstance(solver.check(a, seconds=30), Sat)


def test_the_time_limit_is_kept(solver: BitwuzlaSolver) -> None:
    x, y, z = variables(64, 3, "hard")
    small = [less(v, constant(1 << 32, 64), signed=False) for v in (x, y)]
    a = [*small, *[less(constant(1, 64), v, signed=False) for v in (x, y)], eq(z, make(ops.MUL, (x, y)))]
    b = [eq(z, constant(4294967291 * 4294967279 + 2, 64))]
    assert isinstance(solver.interpolant(a, b, seconds=0.01), Undecided)


def test_deep_terms(solver: BitwuzlaSolver) -> None:
    """Neither translation recurses."""
    value = X
    for step in range(3000):
        value = make(ops.XOR, (make(ops.BAND, (value, Y)), constant(step, 32)))
    found = solver.interpolant([eq(Z, value), eq(X, constant(1, 32)), eq(Y, constant(2, 32))],
                               [ne(Z, constant(evaluate(value, {X: 1, Y: 2}), 32))], seconds=30)  # fmt: skip
    assert isinstance(found, Term)
    assert evaluate(found, {Z: evaluate(value, {X: 1, Y: 2})})


# -- every kind of Bitwuzla's terms ------------------------------------------------------------------------

KINDS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {  # widths of the arguments, indices
    **dict.fromkeys(("AND", "OR"), ((0, 0, 0), ())),
    **dict.fromkeys(("IMPLIES", "IFF", "XOR", "EQUAL", "DISTINCT"), ((0, 0), ())),
    **dict.fromkeys(("NOT",), ((0,), ())),
    **dict.fromkeys(("ITE",), ((0, 2, 2), ())),
    **{f"BV_{kind}": ((2, 2), ()) for kind in (
        "ULT", "ULE", "UGT", "UGE", "SLT", "SLE", "SGT", "SGE", "SUB", "UDIV", "UREM", "SDIV", "SREM", "SHL",
        "SHR", "ASHR", "NAND", "NOR", "XNOR", "COMP",
    )},
    **{f"BV_{kind}": ((2, 2, 2), ()) for kind in ("ADD", "MUL", "AND", "OR", "XOR", "CONCAT")},
    **{f"BV_{kind}": ((3,), ()) for kind in ("NOT", "NEG", "INC", "DEC", "REDAND", "REDOR", "REDXOR")},
    "BV_REPEAT": ((2,), (3,)),
    "BV_ZERO_EXTEND": ((2,), (3,)),
    "BV_SIGN_EXTEND": ((2,), (3,)),
    "BV_EXTRACT": ((4,), (2, 1)),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_read_as_bitwuzla_means_it(kind: str) -> None:
    solver = BitwuzlaSolver()
    widths, indices = KINDS[kind]
    arguments = [variables(width, 1, f"k{i}_")[0] for i, width in enumerate(widths)]
    manager, made = solver._manager, [solver._term(argument) for argument in arguments]
    operator = getattr(bitwuzla.Kind, kind)
    read = read_term(manager.mk_term(operator, made, list(indices)), solver._variables)
    assert read is not None
    simplifier = bitwuzla.Bitwuzla(manager, bitwuzla.Options())
    for valuation in valuations(arguments):
        values = [
            manager.mk_bv_value(manager.mk_bv_sort(v.width), valuation[v]) if v.width
            else manager.mk_true() if valuation[v] else manager.mk_false()
            for v in arguments
        ]  # fmt: skip
        wanted = read_term(simplifier.simplify_term(manager.mk_term(operator, values, list(indices))), {})
        assert wanted is not None
        assert wanted.value == evaluate(read, valuation), valuation


def test_what_we_cannot_say_is_not_said(solver: BitwuzlaSolver) -> None:
    manager, x = solver._manager, solver._term(X)
    assert read_term(manager.mk_term(bitwuzla.Kind.BV_SADD_OVERFLOW, [x, x], []), solver._variables) is None
    assert read_term(manager.mk_const(manager.mk_bv_sort(32), X.name), solver._variables) is None, (
        "another one of that name"
    )
