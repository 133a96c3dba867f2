"""Horn clauses: small loops, invariants re-checked by brute force; and the way back from integers."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Any

import pytest
import z3

from helpers.terms import valuations
from maymust.solvers import Undecided
from maymust.solvers.integer_decoding import Leaf, UnreadableError, read_formula
from maymust.solvers.integer_encoding import bounds
from maymust.solvers.spacer import BOUNDS, GLOBAL, PLAIN, Clause, HornProblem, Invariants, Reachable, solve
from maymust.terms import (
    BOOL,
    FALSE,
    TRUE,
    Term,
    add,
    bitvec,
    constant,
    eq,
    ite,
    less,
    make,
    ne,
    negation,
    to_signed,
    variable,
)
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SETTINGS = pytest.mark.parametrize("settings", [GLOBAL, PLAIN, BOUNDS], ids=["global", "plain", "bounds"])
START, LOOP, ERROR = 0, 1, 9


def loop(
    width: int, first: Mapping[str, int], guard: Callable[..., Term], step: Callable[..., tuple[Term, ...]],
    bad: Callable[..., Term],
) -> HornProblem:  # fmt: skip
    """x, y = first; while (guard) x, y = step; each time, not bad. All functions also take an input."""
    names = tuple(variable(name, bitvec(width)) for name in first)
    given = variable("input", bitvec(width))
    start = {name: constant(first[str(name.name)], width) for name in names}
    body = dict(zip(names, step(*names, given), strict=True))
    clauses = (
        Clause(START, LOOP, (), start),
        Clause(LOOP, LOOP, (guard(*names, given),), body),
        Clause(LOOP, ERROR, (bad(*names),), {}),
    )
    return HornProblem(START, frozenset((ERROR,)), {START: (), LOOP: names, ERROR: ()}, clauses)


def number(value: int, like: Term) -> Term:
    return constant(value, like.width)


def always(*_: Term) -> Term:
    return TRUE


def plus(x: Term, value: int) -> Term:
    return add(x, number(value, x))


def holds_inductively(problem: HornProblem, invariants: Invariants) -> None:
    """Every clause, from every state and input: brute force."""
    at = {place: list(conjuncts) for place, conjuncts in invariants.at.items()}
    assert at[problem.initial] == []
    assert all(at[target] == [FALSE] for target in problem.targets)
    for place, conjuncts in at.items():
        assert all(conjunct.free <= set(problem.variables[place]) for conjunct in conjuncts)
        assert not any(conjunct.op is ops.AND for conjunct in conjuncts)
    for clause in problem.clauses:
        names = set(problem.variables[clause.source]).union(*[g.free for g in clause.guard])
        names = names.union(*[clause.values.get(v, v).free for v in problem.variables[clause.target]])
        for before in valuations(sorted(names)):
            if all(evaluate(c, before) for c in (*at[clause.source], *clause.guard)):
                values = {
                    v: evaluate(clause.values.get(v, v), before) for v in problem.variables[clause.target]
                }
                assert all(evaluate(c, values) for c in at[clause.target]), (clause, before)


def proves(problem: HornProblem, settings: Mapping[str, bool]) -> None:
    answer = solve(problem, seconds=60, settings=settings)
    assert isinstance(answer, Invariants), answer
    holds_inductively(problem, answer)


# -- loops -------------------------------------------------------------------------------------------------


def counting(width: int, limit: int, bad: int) -> HornProblem:
    return loop(
        width, {"x": 0},
        lambda x, _: less(x, number(limit, x), signed=False),
        lambda x, _: (plus(x, 1),),
        lambda x: eq(x, number(bad, x)),
    )  # fmt: skip


@SETTINGS
@pytest.mark.parametrize("width", [4, 5])
def test_counting_up(width: int, settings: Mapping[str, bool]) -> None:
    proves(counting(width, 9, 10), settings)
    assert solve(counting(width, 9, 9), seconds=60, settings=settings) == Reachable()


@SETTINGS
def test_two_counters(settings: Mapping[str, bool]) -> None:
    proves(
        loop(
            4, {"x": 0, "y": 3},
            lambda x, _, __: less(x, number(5, x), signed=True),
            lambda x, y, _: (plus(x, 1), plus(y, 1)),
            lambda x, y: ne(plus(x, 3), y),
        ),
        settings,
    )  # fmt: skip


@SETTINGS
def test_parity(settings: Mapping[str, bool]) -> None:
    """An endless loop that wraps around: 2 divides 16."""
    proves(
        loop(
            4, {"x": 0},
            lambda x, given: less(number(3, x), given, signed=False),
            lambda x, _: (plus(x, 2),),
            lambda x: eq(make(ops.BAND, (x, number(1, x))), number(1, x)),
        ),
        settings,
    )  # fmt: skip


@SETTINGS
@pytest.mark.parametrize("signed", [True, False])
def test_mathematical_integers_would_be_wrong(settings: Mapping[str, bool], *, signed: bool) -> None:
    """x += 3 is never below 0, or never 1, if numbers do not end."""
    problem = loop(
        4, {"x": 0},
        always,
        lambda x, _: (plus(x, 3),),
        lambda x: less(x, number(0, x), signed=True) if signed else eq(x, number(1, x)),
    )  # fmt: skip
    assert solve(problem, seconds=60, settings=settings) == Reachable()


@SETTINGS
def test_wrap_around_makes_it_hold(settings: Mapping[str, bool]) -> None:
    """x += 4 on four bits comes back to 0: it is never 13, and never more than 12."""
    proves(
        loop(
            4, {"x": 0, "y": 0},
            always,
            lambda x, _, given: (plus(x, 4), given),
            lambda x, _: less(number(12, x), x, signed=False),
        ),
        settings,
    )  # fmt: skip


@SETTINGS
def test_a_product_wraps_around_many_times(settings: Mapping[str, bool]) -> None:
    """x *= 5 on four bits is 1, 5, 9, 13, 1: never even, and sometimes less than before."""

    def powers(bad: Callable[[Term], Term]) -> HornProblem:
        return loop(
            4, {"x": 1}, always, lambda x, _: (make(ops.MUL, (x, number(5, x))),), bad
        )  # fmt: skip

    proves(powers(lambda x: eq(x, number(4, x))), settings)
    proves(powers(lambda x: less(make(ops.MUL, (x, number(3, x))), number(3, x), signed=False)), settings)
    assert solve(powers(lambda x: eq(x, number(9, x))), seconds=60, settings=settings) == Reachable()


def test_a_place_that_no_clause_leads_to() -> None:
    x = variable("x", bitvec(3))
    places = {0: (), 1: (x,), 2: (x,), 3: (x,), 4: ()}
    clauses = (Clause(0, 1, (), {}), Clause(2, 4, (), {}), Clause(2, 3, (), {}))
    problem = HornProblem(0, frozenset((4,)), places, clauses)
    answer = solve(problem, seconds=60, settings=GLOBAL)
    assert isinstance(answer, Invariants)
    holds_inductively(problem, answer)
    assert answer.at[2] == answer.at[3] == (FALSE,)


def test_inputs_truths_and_several_targets() -> None:
    """A flag that guards a value; a place that is not reached has the invariant false."""
    x, flag, given, choice = (
        variable("x", bitvec(3)),
        variable("flag", BOOL),
        variable("in", bitvec(3)),
        variable("choice", BOOL),
    )
    problem = HornProblem(
        0,
        frozenset((5, 6)),
        {0: (), 1: (flag, x), 2: (x,), 3: (x,), 5: (), 6: (x,)},
        (
            Clause(0, 1, (), {x: constant(7, 3), flag: negation(choice)}),
            Clause(1, 1, (less(given, constant(3, 3), signed=False),), {x: given, flag: choice}),
            Clause(1, 2, (flag, negation(eq(x, constant(7, 3)))), {x: ite(flag, x, constant(7, 3))}),
            Clause(2, 5, (less(constant(2, 3), x, signed=False),), {}),
            Clause(2, 3, (eq(x, constant(7, 3)),), {}),
            Clause(3, 6, (), {}),
        ),
    )
    answer = solve(problem, seconds=60, settings=GLOBAL)
    assert isinstance(answer, Invariants)
    holds_inductively(problem, answer)
    assert set(answer.at) == {0, 1, 2, 3, 5, 6}
    assert answer.at[3] == (FALSE,)


def test_what_has_no_exact_encoding_is_not_called_reachable() -> None:
    def squares(bad: int) -> HornProblem:
        return loop(
            4, {"x": 2},
            always,
            lambda x, given: (make(ops.BAND, (make(ops.MUL, (given, given)), number(7, x))),),
            lambda x: eq(x, number(bad, x)),
        )  # fmt: skip

    assert isinstance(solve(squares(5), seconds=60, settings=GLOBAL), Undecided)
    proves(squares(8), GLOBAL)  # not even what may be anything has this bit now


def test_time_is_up() -> None:
    problem = loop(
        32, {"x": 1},
        always,
        lambda x, _: (make(ops.MUL, (x, number(1103515245, x))),),
        lambda x: eq(x, number(0, x)),
    )  # fmt: skip
    answer = solve(problem, seconds=0, settings=GLOBAL)
    assert isinstance(answer, Undecided)
    assert answer.reason


def test_invariants_come_back_on_the_width_of_the_variables() -> None:
    problem = loop(
        32, {"x": 0, "y": 0},
        lambda x, *_: less(x, number(100, x), signed=True),
        lambda x, y, _: (plus(x, 1), plus(y, 1)),
        lambda x, y: ne(x, y),
    )  # fmt: skip
    answer = solve(problem, seconds=60, settings=GLOBAL)
    assert isinstance(answer, Invariants)
    assert {argument.width for c in answer.at[LOOP] for a in c.args for argument in a.args} == {32}


# -- back from integers ------------------------------------------------------------------------------------


class FormulaMaker:
    """Random formulas over integers, with their meaning."""

    def __init__(self, rng: random.Random, names: Mapping[str, Leaf | Term]) -> None:
        self.rng = rng
        self.context = z3.Context()
        self.integers = [n for n, leaf in names.items() if isinstance(leaf, Leaf)]
        self.truths = [n for n in names if n not in self.integers]

    def number(self, depth: int) -> tuple[Any, Callable[[Mapping[str, int]], int]]:
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            if rng.random() < 0.6:
                name = rng.choice(self.integers)
                return z3.Int(name, self.context), lambda v: v[name]
            value = rng.randint(-20, 20)
            return z3.IntVal(value, self.context), lambda _: value
        a, f = self.number(depth - 1)
        b, g = self.number(depth - 1)
        c = rng.choice((1, 2, 3, 4, 5, 7, 8, 100))
        k = rng.choice((-3, -1, 0, 2, 5))
        match rng.choice("+-n*cdmi"):
            case "+":
                return a + b, lambda v: f(v) + g(v)
            case "-":
                return a - b, lambda v: f(v) - g(v)
            case "n":
                return -a, lambda v: -f(v)
            case "*":
                return a * b, lambda v: f(v) * g(v)
            case "c":
                return k * a, lambda v: k * f(v)
            case "d":
                return a / c, lambda v: f(v) // c
            case "m":
                return a % c, lambda v: f(v) % c
            case _:
                p, h = self.truth(depth - 1)
                return z3.If(p, a, b), lambda v: f(v) if h(v) else g(v)

    def truth(self, depth: int) -> tuple[Any, Callable[[Mapping[str, int]], bool]]:
        rng = self.rng
        if depth == 0 and rng.random() < 0.3:
            name = rng.choice(self.truths)
            return z3.Bool(name, self.context), lambda v: bool(v[name])
        if depth == 0 or rng.random() < 0.6:
            a, f = self.number(depth)
            b, g = self.number(max(depth - 1, 0))
            match rng.choice("<>lg=d"):
                case "<":
                    return a < b, lambda v: f(v) < g(v)
                case ">":
                    return a > b, lambda v: f(v) > g(v)
                case "l":
                    return a <= b, lambda v: f(v) <= g(v)
                case "g":
                    return a >= b, lambda v: f(v) >= g(v)
                case "=":
                    return a == b, lambda v: f(v) == g(v)
                case _:
                    return z3.Distinct(a, b), lambda v: f(v) != g(v)
        p, h = self.truth(depth - 1)
        q, j = self.truth(depth - 1)
        match rng.choice("&|!>=xi"):
            case "&":
                return z3.And(p, q), lambda v: h(v) and j(v)
            case "|":
                return z3.Or(p, q), lambda v: h(v) or j(v)
            case "!":
                return z3.Not(p), lambda v: not h(v)
            case ">":
                return z3.Implies(p, q), lambda v: not h(v) or j(v)
            case "=":
                return p == q, lambda v: h(v) == j(v)
            case "x":
                return z3.Xor(p, q), lambda v: h(v) != j(v)
            case _:
                r, i = self.truth(depth - 1)
                return z3.If(r, p, q), lambda v: h(v) if i(v) else j(v)


def test_formulas_keep_their_meaning_on_the_way_back(size: Callable[[int], int]) -> None:
    rng = random.Random(7)
    terms = {n: variable(n, bitvec(w)) for n, w in (("a", 3), ("b", 2), ("c", 3))}
    signs = {"a": True, "b": True, "c": False}
    names: dict[str, Leaf | Term] = {
        n: Leaf(t, *bounds(t.width, signed=signs[n])) for n, t in terms.items()
    }  # fmt: skip
    names["p"] = terms["p"] = variable("p", BOOL)
    maker = FormulaMaker(rng, names)
    changing = 0
    for _ in range(size(300)):
        formula, meaning = maker.truth(3)
        term = read_formula(formula, names)
        truths = set()
        for given in valuations(list(terms.values())):
            values = {n: to_signed(given[t], t.width) if signs.get(n) else given[t] for n, t in terms.items()}
            truths.add(meaning(values))
            assert bool(evaluate(term, given)) == bool(meaning(values)), (formula, term, values)
        changing += len(truths) == 2
    assert changing > 100


@pytest.mark.parametrize("signed", [True, False])
def test_bounds_and_orders_come_back_as_they_are(*, signed: bool) -> None:
    x, y = variable("x", bitvec(32)), variable("y", bitvec(32))
    names = {str(v.name): Leaf(v, *bounds(32, signed=signed)) for v in (x, y)}
    a, b = z3.Ints("x y", z3.Context())
    five = constant(5, 32)
    for formula, expected in (
        (a < 5, less(x, five, signed=signed)),
        (2 * a <= 9, less(x, five, signed=signed)),
        (a >= 5, negation(less(x, five, signed=signed))),
        (-1 * a < -4, negation(less(x, five, signed=signed))),
        (a == 5, eq(x, five)),
        (3 * a == 15, eq(x, five)),
        (3 * a == 14, FALSE),
        (a <= 2**32, negation(FALSE)),
        (a < -(2**31), FALSE),
        (a < b, less(x, y, signed=signed)),
        (a - b <= -1, less(x, y, signed=signed)),
        (b - a >= 0, negation(less(y, x, signed=signed))),
        (a - b == 0, eq(x, y)),
    ):
        assert read_formula(formula, names) is expected, formula


def test_what_has_no_counterpart_is_said() -> None:
    names = {"x": Leaf(variable("x", bitvec(8)), 0, 255)}
    context = z3.Context()
    x = z3.Int("x", context)
    for formula in (5 / x == 1, z3.ToReal(x) < z3.RealVal("1/2", context), z3.ForAll([x], x > 3)):
        with pytest.raises(UnreadableError):
            read_formula(formula, names)


def test_deep_formulas_are_read() -> None:
    x = variable("x", bitvec(8))
    context = z3.Context()
    number, p = z3.Int("x", context), z3.Bool("p", context)
    formula = p
    for value in itertools.islice(itertools.cycle(range(200)), 3000):
        formula = z3.Or(number == value, z3.And(number != value + 1, formula))
    term = read_formula(formula, {"x": Leaf(x, 0, 255), "p": variable("p", BOOL)})
    assert term.size > 3000
