"""Terms far deeper than Python's stack: nothing may recur along them, and nothing may forget to share."""

from __future__ import annotations

import json
import pickle
from functools import cache

import pytest

from helpers.terms import variables
from maymust.solvers import Sat, Undecided, new_solver
from maymust.terms import (
    BOOL,
    FALSE,
    Term,
    add,
    and_,
    conjunction,
    constant,
    disjunction,
    eq,
    ite,
    less,
    make,
    negation,
    or_,
    resize,
    substitute,
    variable,
)
from maymust.terms import operators as ops
from maymust.terms.evaluate import Layout, evaluate
from maymust.terms.literals import simplify_conjunction
from maymust.terms.pretty import pretty
from maymust.terms.text import term_from_text, term_to_text
from maymust.terms.wire import term_from_wire, terms_to_wire

X, Y = variables(8, 2, "deep")


@pytest.fixture(scope="module")
def levels(request: pytest.FixtureRequest) -> int:
    """Python's own stack ends at a thousand."""
    return 100_000 if request.config.getoption("--nightly") else 20_000


@cache
def deep_number(levels: int) -> Term:
    """((x * y) ^ x) * y ..."""
    term = X
    for level in range(levels // 2):
        term = make(ops.XOR, (make(ops.MUL, (term, Y)), X if level % 3 else Y))
    return term


@cache
def deep_truth(levels: int) -> Term:
    """p0 and (p1 or (p2 and ...))."""
    flags = [variable(f"deep!p{i}", BOOL) for i in range(10)]
    term = flags[0]
    for level in range(levels):
        flag = eq(X, constant(level % 250, 8)) if level % 10 == 0 else flags[level % 10]
        term = and_(flag, term) if level % 2 else or_(flag, term)
    return term


def expected_number(levels: int, x: int, y: int) -> int:
    value = x
    for level in range(levels // 2):
        value = (value * y & 255) ^ (x if level % 3 else y)
    return value


def test_evaluation(levels: int) -> None:
    term = deep_number(levels)
    expected = expected_number(levels, 7, 13)
    assert evaluate(term, {X: 7, Y: 13}) == expected
    layout = Layout((X, Y))
    assert layout.function(term)([7, 13]) == expected
    assert layout.vector_function((term, X))([7, 13]) == (expected, 7)


def test_substitution(levels: int) -> None:
    assert substitute(deep_number(levels), {X: constant(7, 8), Y: constant(13, 8)}).value == expected_number(
        levels, 7, 13
    )
    swapped = substitute(deep_number(levels), {X: Y, Y: X})
    assert evaluate(swapped, {X: 13, Y: 7}) == expected_number(levels, 7, 13)


def test_text_and_wire_and_pickle(levels: int) -> None:
    term = deep_number(levels)
    assert term_from_text(term_to_text(term), lambda _: X.sort) is term
    assert term_from_wire(json.loads(json.dumps(terms_to_wire([term])))) is term
    assert pickle.loads(pickle.dumps(term)) is term
    assert len(pretty(term)) == 2000
    assert len(repr(term)) == 400


def test_negation_of_alternating_connectives(levels: int) -> None:
    term = deep_truth(levels)
    negated = negation(term)
    assert negation(negated) is term
    values = dict.fromkeys(term.free, 0)
    assert evaluate(term, values) != evaluate(negated, values)
    assert conjunction((term, negated)) is FALSE or evaluate(conjunction((term, negated)), values) == 0
    assert simplify_conjunction((term, X_IS_ONE)) is not None


X_IS_ONE = eq(X, constant(1, 8))


def test_rules_do_not_follow_deep_terms() -> None:
    """Rules recur; on a long chain of sums or choices they must leave the rest alone."""
    total, choice, counter = X, X, X
    for i in range(3000):
        total = make(ops.ADD, (total, make(ops.MUL, (total, Y))))
        condition = eq(variable(f"deep!c{i}", Y.sort), Y)
        choice = ite(condition, constant(i, 8), choice)
        counter = ite(condition, constant(0, 8), add(counter, constant(1, 8)))
    low = resize(total, 4, signed=False)
    assert evaluate(low, {X: 3, Y: 1}) == evaluate(total, {X: 3, Y: 1}) % 16
    for chain in (choice, counter):
        values = dict.fromkeys(chain.free, 0)
        values[Y] = 1
        value = evaluate(chain, values)
        for term in (eq(chain, constant(value, 8)), less(chain, constant(value + 1, 8), signed=False)):
            assert evaluate(term, values) == 1
            assert evaluate(negation(term), values) == 0


def test_equal_addends_of_deep_sums_go() -> None:
    left, right = X, Y
    for i in range(3000):
        addend = variable(f"deep!a{i}", X.sort)
        left, right = add(left, addend), add(right, addend)
    assert eq(add(left, constant(3, 8)), right) is eq(add(X, constant(3, 8)), Y)


def test_truncating_a_shared_sum_does_not_explode() -> None:
    term = X
    for _ in range(200):
        term = make(ops.XOR, (make(ops.MUL, (term, term)), term))
    assert evaluate(resize(term, 4, signed=False), {X: 3}) == evaluate(term, {X: 3}) % 16


@pytest.mark.parametrize("name", ["z3", "bitwuzla"])
def test_solvers_take_deep_terms(name: str, levels: int) -> None:
    solver = new_solver(name)
    term = deep_truth(levels // 2)
    answer = solver.check([term], seconds=20)
    assert isinstance(answer, Sat | Undecided)
    if isinstance(answer, Sat):
        assert evaluate(term, answer.model) == 1
    values = [
        eq(X, constant(7, 8)),
        eq(Y, constant(13, 8)),
        eq(deep_number(levels), constant(expected_number(levels, 7, 13), 8)),
    ]
    answer = solver.check(values, seconds=20)
    assert isinstance(answer, Sat | Undecided)


def test_conjunctions_of_many_parts() -> None:
    flags = [variable(f"many{i}", BOOL) for i in range(20_000)]
    whole = conjunction(flags)
    assert Layout(flags).function(whole)([True] * len(flags))
    assert not Layout(flags).function(whole)([True] * (len(flags) - 1) + [False])
    assert negation(whole) is disjunction(negation(f) for f in flags)
