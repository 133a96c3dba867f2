"""Conjunctions of literals: simplification is equivalent, conflicts are real."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from helpers.terms import TermMaker, valuations, variables
from maymust.terms import Term, conjunction, constant, eq, ne, negation, or_
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate
from maymust.terms.literals import constants_of, plainly_conflict, simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Callable

X, Y = variables(3)
P, Q = variables(0)
NAMES = [X, Y, P]


def random_literals(rng: random.Random) -> list[Term]:
    maker = TermMaker(rng, NAMES, widths=(3,))
    literals = [maker.term(0, rng.randint(1, 3)) for _ in range(rng.randint(0, 4))]
    literals += [eq(name, constant(rng.randrange(8), 3)) for name in (X, Y) if rng.random() < 0.4]
    if literals and rng.random() < 0.5:  # a clause about a literal that is there
        literals.append(or_(negation(rng.choice(literals)), maker.term(0, 2)))
    return literals


def test_simplification_is_equivalent(size: Callable[[int], int]) -> None:
    rng = random.Random(1)
    found_false = shorter = 0
    for _ in range(size(300)):
        literals = random_literals(rng)
        before = conjunction(literals)
        after = simplify_conjunction(literals)
        found_false += after is None
        for valuation in valuations(NAMES):
            expected = bool(evaluate(before, valuation))
            if after is None:
                assert not expected, literals
            else:
                assert all(evaluate(c, valuation) for c in after) == expected, literals
        if after is not None:
            assert all(literal.op is not ops.AND for literal in after)
            assert simplify_conjunction(after) == after
            shorter += sum(c.size for c in after) < sum(c.size for c in literals)
    assert found_false > 20
    assert shorter > 20


def test_units_and_equalities_are_used() -> None:
    three = eq(X, constant(3, 3))
    assert simplify_conjunction((three, eq(Y, X))) == tuple(sorted((three, eq(Y, constant(3, 3)))))
    assert simplify_conjunction((P, or_(negation(P), Q))) == tuple(sorted((P, Q)))
    assert simplify_conjunction((P, or_(P, Q))) == (P,)
    assert simplify_conjunction((three, eq(X, constant(4, 3)))) is None
    assert simplify_conjunction((three, ne(X, constant(3, 3)))) is None
    assert simplify_conjunction(()) == ()
    assert constants_of((three, P)) == {X: constant(3, 3)}


def test_plain_conflicts_are_conflicts(size: Callable[[int], int]) -> None:
    rng = random.Random(2)
    found = 0
    for _ in range(size(600)):
        left, right = simplify_conjunction(random_literals(rng)), simplify_conjunction(random_literals(rng))
        if left is None or right is None:
            continue
        negated = frozenset(negation(literal) for literal in right)
        if plainly_conflict(left, negated, constants_of(left), constants_of(right)):
            found += 1
            both = conjunction((*left, *right))
            assert not any(evaluate(both, valuation) for valuation in valuations(NAMES))
    assert found > 20


def test_plain_conflicts_are_seen() -> None:
    one, two = (eq(X, constant(1, 3)),), (eq(X, constant(2, 3)),)
    assert plainly_conflict(one, frozenset(), constants_of(one), constants_of(two))
    assert plainly_conflict((P, *one), frozenset((P,)), {}, {})
    assert not plainly_conflict(
        one, frozenset((P,)), constants_of(one), constants_of((eq(Y, constant(2, 3)),))
    )
