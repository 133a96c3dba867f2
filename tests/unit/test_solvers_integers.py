"""Bit-vectors as integers: against evaluation, brute force and the bit-vector backends."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import z3

from helpers.terms import BINARY, COMPARISONS, TermMaker, raw, valuations, variables
from maymust.solvers import PARTIAL_BACKENDS, Sat, Undecided, Unsat, new_solver
from maymust.solvers import integers as module
from maymust.solvers.integers import INEXACT, WRONG, IntegerSolver
from maymust.terms import (
    BOOL,
    FALSE,
    TRUE,
    Term,
    add,
    bitvec,
    boolean,
    conjunction,
    constant,
    eq,
    ite,
    less,
    make,
    ne,
    negation,
    postorder,
    resize,
    sub,
    variable,
)
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate
from maymust.terms.float_operators import FLOAT_ROWS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maymust.terms.operators import Operator

COMMUTATIVE = {ops.ADD, ops.SUB, ops.MUL, ops.BAND, ops.BOR, ops.XOR}  # SUB: exact either way, too
LINEAR = (ops.ADD, ops.SUB, ops.ITE, ops.ZEXT, ops.SEXT, ops.EXTRACT, ops.AND, ops.OR, ops.NOT, *COMPARISONS)
CORNERS = (0, 1, 2, 3, 31, 32, 0x55555555, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 7, 2**32 - 2, 2**32 - 1)


@pytest.fixture
def solver() -> IntegerSolver:
    return IntegerSolver()


def number(value: int, width: int = 8) -> Term:
    return constant(value, width)


def used_as(solver: IntegerSolver, name: str, width: int, *, signed: bool) -> Term:
    """A variable that the solver has seen in signed (or unsigned) use, and so reads that way."""
    result = variable(f"{name}{'s' if signed else 'u'}", bitvec(width))
    solver.check([raw(ops.SLT if signed else ops.ULT, (result, result))], seconds=60)
    return result


def _value(value: int, width: int) -> Term:
    return constant(value, width) if width else boolean(value)


def must_be(solver: IntegerSolver, term: Term, given: dict[Term, int]) -> None:
    """The solver finds the value that the term has where the variables are given, and no other."""
    facts = [raw(ops.EQ, (name, _value(value, name.width))) for name, value in given.items()]
    value = evaluate(term, given)
    is_value = raw(ops.EQ, (term, constant(value, term.width))) if term.width else term
    truth = bool(term.width) or value
    wanted, other = (is_value, negation(is_value)) if truth else (negation(is_value), is_value)
    assert isinstance(solver.check([*facts, wanted], seconds=60), Sat), (term, given)
    assert isinstance(solver.check([*facts, other], seconds=60), Unsat), (term, given)


# -- every operator ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("op", [*BINARY, *COMPARISONS], ids=str)
def test_an_operator_with_a_constant_is_exact(solver: IntegerSolver, op: Operator, *, signed: bool) -> None:
    """All values of three bits, and hard ones of 32."""
    for width, values in ((3, tuple(range(8))), (32, CORNERS)):
        a = used_as(solver, f"a{width}", width, signed=signed)
        for x, c in itertools.product(values, repeat=2):
            term = raw(op, (a, constant(c, width)))
            must_be(solver, term, {a: x})
            if op in BINARY:
                must_be(solver, raw(ops.ZEXT, (term,), (width + 2,)), {a: x})
                must_be(solver, raw(ops.SEXT, (term,), (width + 2,)), {a: x})
            if op in COMMUTATIVE or op in COMPARISONS:
                must_be(solver, raw(op, (constant(c, width), a)), {a: x})


@pytest.mark.parametrize("signs", list(itertools.product((True, False), repeat=2)))
@pytest.mark.parametrize("op", [ops.ADD, ops.SUB, *COMPARISONS], ids=str)
def test_linear_operators_of_variables_are_exact(
    solver: IntegerSolver, op: Operator, signs: tuple[bool, bool]
) -> None:
    for width, values in ((3, tuple(range(8))), (32, CORNERS)):
        a, b = (used_as(solver, f"{n}{width}", width, signed=s) for n, s in zip("ab", signs, strict=True))
        for x, y in itertools.product(values, repeat=2):
            must_be(solver, raw(op, (a, b)), {a: x, b: y})


@pytest.mark.parametrize("op", sorted(set(BINARY) - {ops.ADD, ops.SUB}, key=str), ids=str)
def test_other_operators_of_variables_are_never_wrong(solver: IntegerSolver, op: Operator) -> None:
    a, b = variables(3, 2, "op")
    term = raw(op, (a, b))
    for given in valuations((a, b)):
        facts = [eq(name, constant(value, 3)) for name, value in given.items()]
        for value in range(8):
            answer = solver.check([*facts, raw(ops.EQ, (term, constant(value, 3)))], seconds=60)
            if value == evaluate(term, given):
                assert isinstance(answer, Sat)
            else:
                assert answer == Undecided(INEXACT)
    assert isinstance(solver.check([raw(ops.SLT, (term, term))], seconds=60), Unsat)  # it is one number


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("width", [1, 3, 4])
def test_resizing_is_exact(solver: IntegerSolver, width: int, *, signed: bool) -> None:
    a = used_as(solver, "a", width, signed=signed)
    shapes: list[tuple[Operator, tuple[int, ...]]] = [(ops.ZEXT, (6,)), (ops.SEXT, (6,))]
    shapes += [(ops.EXTRACT, (high, low)) for high in range(width) for low in range(high + 1)]
    for (op, indices), x in itertools.product(shapes, range(1 << width)):
        term = raw(op, (a,), indices)
        must_be(solver, term, {a: x})
        must_be(solver, raw(ops.SLT, (term, constant(1, term.width))), {a: x})
        must_be(solver, raw(ops.ULT, (term, constant(1, term.width))), {a: x})


def test_truths_are_exact(solver: IntegerSolver) -> None:
    p, q, r = variables(0, 3, "t")
    terms = [raw(op, (p, q)) for op in (ops.AND, ops.OR, ops.EQ)]
    terms += [raw(ops.AND, (p, q, r)), raw(ops.OR, (p, q, r)), raw(ops.NOT, (p,)), raw(ops.ITE, (p, q, r))]
    for term, given in itertools.product(terms, valuations((p, q, r))):
        facts = [name if value else negation(name) for name, value in given.items()]
        assert isinstance(solver.check([*facts, term], seconds=60), Sat if evaluate(term, given) else Unsat)


def test_a_part_of_a_part_keeps_its_meaning() -> None:
    """Numbers that wrap around many times, in each other and wherever a term can have a part."""
    a, b = variables(4, 2, "n")
    p = variables(0, 1, "n")[0]
    wraps = raw(ops.MUL, (a, constant(5, 4)))
    again = raw(ops.MUL, (wraps, constant(7, 4)))
    is_three = raw(ops.EQ, (wraps, constant(3, 4)))
    terms = [
        again, raw(ops.ADD, (again, wraps)), raw(ops.SUB, (b, again)), raw(ops.ITE, (is_three, b, a)),
        raw(ops.ITE, (is_three, again, a)), raw(ops.ITE, (is_three, a, again)),
        raw(ops.UREM, (again, constant(3, 4))), raw(ops.SDIV, (again, constant(-3, 4))),
        raw(ops.BAND, (again, constant(10, 4))), raw(ops.XOR, (again, constant(10, 4))),
        raw(ops.EXTRACT, (again,), (2, 1)), raw(ops.SEXT, (again,), (6,)),
        raw(ops.ASHR, (again, constant(1, 4))), raw(ops.SLT, (b, again)),
        raw(ops.MUL, (raw(ops.ZEXT, (wraps,), (6,)), constant(23, 6))),
        raw(ops.MUL, (raw(ops.UDIV, (wraps, constant(3, 4))), constant(7, 4))),
        raw(ops.AND, (is_three, p)), raw(ops.ITE, (p, is_three, p)),
    ]  # fmt: skip
    for term in terms:
        solver = IntegerSolver()  # one that has not seen the parts in other terms
        for given in valuations(sorted(term.free)):
            must_be(solver, term, given)


def test_concatenations_are_exact() -> None:
    a, b = variables(2, 1, "c")[0], variables(3, 1, "c")[0]
    wraps = raw(ops.MUL, (b, constant(5, 3)))
    for high, low in ((a, b), (b, a), (a, wraps), (wraps, a), (wraps, wraps)):
        term = raw(ops.CONCAT, (high, low))
        solver = IntegerSolver()
        for given in valuations(sorted(term.free)):
            must_be(solver, term, given)
            must_be(solver, raw(ops.SLT, (term, constant(5, term.width))), given)


@pytest.mark.parametrize("widths", [(1, 2), (2, 1)])
def test_reads_and_stores_are_exact(widths: tuple[int, int]) -> None:
    """Arrays are given by a chain of stores, so that every element is known."""
    (i, j), (v, w) = variables(widths[0], 2, "i"), variables(widths[1], 2, "e")
    filled = raw(ops.FILL, (raw(ops.MUL, (v, constant(3, widths[1]))),), (widths[0],))
    once = raw(ops.STORE, (filled, i, w))
    twice = raw(ops.STORE, (once, raw(ops.ADD, (i, constant(1, widths[0]))), v))
    choice = raw(ops.ITE, (raw(ops.ULT, (i, j)), once, twice))
    for array in (filled, once, twice, choice):
        solver = IntegerSolver()
        for given in valuations((i, j, v, w)):
            must_be(solver, raw(ops.SELECT, (array, j)), given)


def test_every_operator_of_the_table_is_in_these_tests() -> None:
    covered = {*BINARY, *COMPARISONS, ops.ZEXT, ops.SEXT, ops.EXTRACT, ops.AND, ops.OR, ops.NOT, ops.ITE}
    covered |= {ops.CONCAT, ops.SELECT, ops.STORE, ops.FILL}
    assert covered == set(ops.OPERATORS.values()) - set(FLOAT_ROWS)


# -- random queries ------------------------------------------------------------------------------------------


def test_random_queries_against_brute_force(solver: IntegerSolver, size: Callable[[int], int]) -> None:
    rng = random.Random(5)
    names = [*variables(2), *variables(3, 1), *variables(0, 1)]
    kinds: Counter[str] = Counter()
    for case in range(size(300)):
        maker = TermMaker(rng, names)
        conjuncts = [maker.pair(0, 4)[case % 2] for _ in range(rng.randint(1, 4))]
        pushed = rng.randrange(len(conjuncts) + 1) if case % 4 == 0 else 0
        core = case % 3 == 0
        solver.push(conjuncts[:pushed])
        answer = solver.check(conjuncts[pushed:], seconds=60, core=core)
        solver.pop()
        kinds[type(answer).__name__] += 1
        if isinstance(answer, Sat):
            assert set(answer.model) == conjunction_free(conjuncts)
            assert all(evaluate(c, answer.model) for c in conjuncts)
        elif isinstance(answer, Unsat):
            assert not satisfiable(conjuncts, names)
            if core:
                assert answer.core is not None
                assert answer.core <= set(conjuncts[pushed:])
                assert not satisfiable([*conjuncts[:pushed], *answer.core], names)
        else:
            assert answer == Undecided(INEXACT)
            assert any(_is_inexact(part) for part in postorder(conjuncts))
    assert min(kinds[kind] for kind in ("Sat", "Unsat", "Undecided")) > 30


def conjunction_free(conjuncts: Sequence[Term]) -> set[Term]:
    return {name for conjunct in conjuncts for name in conjunct.free}


def satisfiable(conjuncts: Sequence[Term], names: Sequence[Term]) -> bool:
    whole = conjunction(conjuncts)
    return any(evaluate(whole, valuation) for valuation in valuations(names))


def _is_inexact(part: Term) -> bool:
    if part.op not in BINARY or part.op in (ops.ADD, ops.SUB):
        return False
    return all(a.value is None for a in part.args) if part.op in COMMUTATIVE else part.args[1].value is None


class LinearMaker(TermMaker):
    """Random terms that have an exact encoding: other operators have a constant for their second argument."""

    def _shape(self, width: int, depth: int) -> tuple[Operator, list[tuple[Term, Term]], tuple[int, ...]]:
        op, args, indices = super()._shape(width, depth)
        if op not in LINEAR:
            small = self.rng.choice((0, 1, 2, 3, 5, 7, 8, -1, -2, -4, self.rng.getrandbits(width)))
            args[1] = (constant(small, width), constant(small, width))
        return op, args, indices


@pytest.mark.parametrize("widths", [(3, 4, 5), (8, 16), (32, 64)], ids=str)
def test_linear_queries_are_decided_as_bit_vectors_are(
    widths: tuple[int, ...], size: Callable[[int], int]
) -> None:
    solver = IntegerSolver(resource_limit=True)
    rng = random.Random(6)
    names = [name for width in widths for name in variables(width)]
    others = [new_solver("z3"), new_solver("bitwuzla")]
    kinds: Counter[str] = Counter()
    for case in range(size(60)):
        maker = LinearMaker(rng, names, widths)
        conjuncts = [maker.pair(0, 3)[case % 2] for _ in range(rng.randint(1, 3))]
        answer = solver.check(conjuncts, seconds=0.5)
        kinds[type(answer).__name__] += 1
        if isinstance(answer, Undecided):  # of time, never of the encoding
            assert answer.reason not in (INEXACT, WRONG)
            continue
        for other in others:
            assert isinstance(other.check(conjuncts, seconds=60), (type(answer), Undecided))
    assert min(kinds["Sat"], kinds["Unsat"]) > 5
    assert kinds["Undecided"] < sum(kinds.values()) / 10


# -- scopes, cores, limits ----------------------------------------------------------------------------------


def test_nothing_and_constants(solver: IntegerSolver) -> None:
    assert solver.check([], seconds=60) == Sat({})
    assert solver.check([TRUE], seconds=60) == Sat({})
    assert solver.check([FALSE], seconds=60, core=True) == Unsat(frozenset((FALSE,)))
    assert isinstance(new_solver("integers"), IntegerSolver)
    assert "integers" in PARTIAL_BACKENDS


def test_pushed_conjuncts_hold_until_they_are_popped(solver: IntegerSolver) -> None:
    x, y, z = variables(8, 3, "p")
    three = eq(make(ops.MUL, (x, number(3))), number(7))  # needs a multiple of 256
    solver.push([three])
    solver.push([less(y, x, signed=False), three])
    answer = solver.check([eq(z, y), eq(make(ops.MUL, (x, number(3))), add(z, number(5)))], seconds=60)
    assert isinstance(answer, Sat)
    assert answer.model == {x: 173, y: 2, z: 2}
    assert isinstance(solver.check([eq(x, y)], seconds=60), Unsat)
    solver.pop()
    answer = solver.check([eq(x, y)], seconds=60)
    assert isinstance(answer, Sat)
    assert answer.model == {x: 173, y: 173}
    assert isinstance(solver.check([eq(x, number(1))], seconds=60), Unsat)
    solver.pop()
    assert isinstance(solver.check([eq(x, number(1))], seconds=60), Sat)


def test_a_pushed_contradiction_needs_no_conjunct(solver: IntegerSolver) -> None:
    x = variables(8, 1, "p")[0]
    solver.push([eq(x, number(1)), eq(x, number(2))])
    assert solver.check([eq(x, number(3))], seconds=60, core=True) in (
        Unsat(frozenset()),
        Unsat(frozenset((eq(x, number(3)),))),
    )
    solver.pop()
    assert isinstance(solver.check([eq(x, number(3))], seconds=60, core=True), Sat)


def test_cores_leave_out_what_does_not_matter(solver: IntegerSolver) -> None:
    x, y = variables(8, 2, "c")
    noise = [less(number(i), y, signed=False) for i in range(3)]
    conflict = [eq(x, number(3)), less(x, number(2), signed=False)]
    answer = solver.check([*noise, *conflict], seconds=60, core=True)
    assert answer == Unsat(frozenset(conflict))
    solver.push(noise + conflict[:1])
    assert solver.check([noise[0], conflict[1]], seconds=60, core=True) == Unsat(frozenset(conflict[1:]))


def test_an_exception_of_z3_leaves_a_solver_with_its_scopes(
    solver: IntegerSolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    x = variables(8, 1, "e")[0]
    solver.push([eq(x, number(1))])

    def broken(*_: Any) -> int:
        raise z3.Z3Exception("out of memory")

    with monkeypatch.context() as patch:
        patch.setattr(module.core_api, "Z3_solver_check", broken)
        assert isinstance(solver.check([eq(x, number(1))], seconds=60), Undecided)
    assert isinstance(solver.check([eq(x, number(2))], seconds=60), Unsat)
    solver.pop()
    assert isinstance(solver.check([eq(x, number(2))], seconds=60), Sat)


def test_variables_of_one_name_and_two_sorts_are_two(solver: IntegerSolver) -> None:
    names = [variable("same", sort) for sort in (bitvec(3), bitvec(8), BOOL)]
    answer = solver.check([eq(names[0], number(5, 3)), eq(names[1], number(200)), names[2]], seconds=60)
    assert isinstance(answer, Sat)
    assert answer.model == dict(zip(names, (5, 200, 1), strict=True))


def knapsack(rng: random.Random) -> list[Term]:
    """Sums of chosen numbers that wrap around: nothing that ends in a moment."""
    choices = [resize(name, 32, signed=False) for name in variables(1, 40, "k")]
    total = number(0, 32)
    for choice in choices:
        total = add(total, make(ops.MUL, (choice, number(rng.getrandbits(32), 32))))
    return [eq(total, number(rng.getrandbits(32), 32))]


@pytest.mark.parametrize("resource_limit", [True, False])
def test_a_limit_gives_undecided(*, resource_limit: bool) -> None:
    solver = IntegerSolver(resource_limit=resource_limit)
    x = variables(8, 1, "l")[0]
    for seconds in (0.1, 0.0, -1.0):
        answer = solver.check(knapsack(random.Random(1)), seconds=seconds)
        assert isinstance(answer, Undecided)
        assert answer.reason not in ("", INEXACT, WRONG)
    assert isinstance(solver.check([eq(x, number(3))], seconds=1e9), Sat)  # and the solver lives on


# -- large terms --------------------------------------------------------------------------------------------


def test_shared_parts_are_encoded_once(solver: IntegerSolver) -> None:
    x, y = variables(8, 2, "d")
    term = x
    for _ in range(200):  # 2**200 nodes as a tree
        term = ite(less(term, y, signed=True), add(term, number(1)), sub(term, y))
    assert isinstance(solver.check([eq(x, number(0)), eq(y, number(5)), ne(term, term)], seconds=60), Unsat)
    answer = solver.check([eq(x, number(0)), eq(y, number(5)), eq(term, x)], seconds=60)
    expected = evaluate(term, {x: 0, y: 5}) == 0
    assert isinstance(answer, Sat if expected else Unsat)


DEEPER = (
    "add(make(MUL, (term, constant(3, 8))), y)",
    "make(XOR, (make(MUL, (term, y)), x))",
    "ite(eq(term, y), x, add(term, constant(1, 8)))",
)


@pytest.mark.parametrize("step", DEEPER)
def test_deep_terms_neither_overflow_nor_linger(step: str) -> None:
    """Python's stack is not deep, and Z3 takes minutes to delete deep terms, unless they are given back."""
    code = f"""if True:
        from maymust.solvers import new_solver
        from maymust.terms import *
        from maymust.terms.operators import MUL, XOR
        x, y = variable("x", bitvec(8)), variable("y", bitvec(8))
        term = x
        for _ in range(20000):
            term = {step}
        solver = new_solver("integers")
        solver.check([eq(term, y), eq(x, y), eq(x, constant(0, 8))], seconds=5)
        """
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)
