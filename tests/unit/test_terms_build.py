"""Hash-consing, sort checks, negation, and the small constructors."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from helpers.terms import TermMaker, variables
from maymust.errors import InternalError
from maymust.terms import (
    BOOL,
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    bitvec,
    boolean,
    complement,
    conjunction,
    conjuncts,
    constant,
    disjunction,
    eq,
    from_bool,
    implies,
    is_nonzero,
    ite,
    less,
    less_equal,
    make,
    ne,
    neg,
    negation,
    or_,
    postorder,
    resize,
    sub,
    substitute,
    to_signed,
    variable,
)
from maymust.terms import operators as ops
from maymust.terms.sorts import MAX_WIDTH, sort_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.terms.operators import Operator

X, Y = variable("x", bitvec(8)), variable("y", bitvec(8))
W = variable("w", bitvec(16))
P, Q, R = (variable(name, BOOL) for name in "pqr")


def test_equal_terms_are_one_object() -> None:
    assert constant(5, 8) is constant(5 + 256, 8)
    assert constant(5, 8) is not constant(5, 16)
    assert variable("x", bitvec(8)) is X
    assert variable("x", bitvec(16)) is not X
    assert add(X, Y) is add(Y, X)
    assert sub(X, Y) is not sub(Y, X)
    assert and_(P, Q) is and_(Q, P, TRUE, P)
    assert add(add(X, constant(250, 8)), constant(10, 8)) is add(X, constant(4, 8))
    assert bitvec(8) is bitvec(8)


def test_terms_order_by_creation_and_know_their_variables() -> None:
    term = ite(P, add(X, Y), X)
    assert term.free == {P, X, Y}
    assert term > X
    assert sorted([term, X]) == [X, term]
    assert term.size == 6


@pytest.mark.parametrize(
    ("op", "args", "indices"),
    [
        (ops.ADD, (X, W), ()),
        (ops.ADD, (X, P), ()),
        (ops.ADD, (X,), ()),
        (ops.ADD, (X, Y, X), ()),
        (ops.ADD, (X, Y), (3,)),
        (ops.ADD, (P, Q), ()),
        (ops.EQ, (X, W), ()),
        (ops.EQ, (X, P), ()),
        (ops.ULT, (P, Q), ()),
        (ops.SLT, (X, W), ()),
        (ops.ITE, (X, Y, Y), ()),
        (ops.ITE, (P, X, W), ()),
        (ops.NOT, (X,), ()),
        (ops.NOT, (P, Q), ()),
        (ops.NOT, (), ()),
        (ops.AND, (P, X), ()),
        (ops.AND, (P, Q), (1,)),
        (ops.OR, (X, P), ()),
        (ops.ZEXT, (X,), (8,)),
        (ops.ZEXT, (X,), (4,)),
        (ops.ZEXT, (X,), ()),
        (ops.ZEXT, (X,), (MAX_WIDTH + 1,)),
        (ops.SEXT, (P,), (8,)),
        (ops.EXTRACT, (X,), (8, 0)),
        (ops.EXTRACT, (X,), (2, 3)),
        (ops.EXTRACT, (X,), (2, -1)),
        (ops.EXTRACT, (X,), (2,)),
        (ops.EXTRACT, (P,), (0, 0)),
    ],
)
def test_sorts_that_do_not_fit_are_an_internal_error(
    op: Operator, args: tuple[Term, ...], indices: tuple[int, ...]
) -> None:
    with pytest.raises(InternalError):
        make(op, args, indices)


def test_negation_refuses_numbers() -> None:
    with pytest.raises(InternalError):
        negation(X)
    assert X._negation is None


@pytest.mark.parametrize("name", ["bv0", "bv", "int", "bv-1", "", f"bv{MAX_WIDTH + 1}"])
def test_there_are_no_other_sorts(name: str) -> None:
    with pytest.raises(ValueError, match="bit"):
        bitvec(0)
    with pytest.raises(ValueError, match=r"sort|bits"):
        sort_named(name)
    assert sort_named("bool") is BOOL
    assert sort_named("bv8") is bitvec(8)


def test_conjunctions_are_flat_and_find_contradictions() -> None:
    assert and_(P, and_(Q, R)) is and_(P, Q, R)
    assert and_(P, negation(P)) is FALSE
    assert or_(P, negation(P)) is TRUE
    assert and_(P, Q, negation(and_(P, Q))) is FALSE or and_(P, Q, negation(and_(P, Q))).op is ops.AND
    assert conjunction(()) is TRUE
    assert disjunction(()) is FALSE
    assert and_(P, FALSE) is FALSE
    assert or_(P, FALSE) is P
    assert conjuncts(TRUE) == ()
    assert conjuncts(P) == (P,)
    assert set(conjuncts(and_(P, Q))) == {P, Q}


def test_negation_is_an_involution_in_negation_normal_form(size: Callable[[int], int]) -> None:
    rng = random.Random(3)
    names = [*variables(3), *variables(0, 3)]
    for _ in range(size(300)):
        term = TermMaker(rng, names).term(0, 5)
        negated = negation(term)
        assert negation(negated) is term
        assert and_(term, negated) is FALSE or and_(term, negated).op is ops.AND
        for part in postorder((negated,)):
            if part.op is ops.NOT:
                assert part.args[0].op not in (ops.NOT, ops.AND, ops.OR)


def test_small_constructors() -> None:
    assert negation(eq(X, Y)) is ne(X, Y)
    assert implies(P, Q) is or_(negation(P), Q)
    assert less_equal(X, Y, signed=True) is negation(less(Y, X, signed=True))
    assert neg(neg(X)) is X
    assert complement(complement(X)) is X
    assert resize(X, 8, signed=True) is X
    assert resize(X, 16, signed=True).op is ops.SEXT
    assert resize(X, 16, signed=False).op is ops.ZEXT
    assert resize(resize(X, 16, signed=True), 8, signed=True) is X
    assert is_nonzero(from_bool(P, 8)) is P
    assert boolean([]) is FALSE
    assert to_signed(255, 8) == -1
    assert to_signed(127, 8) == 127


def test_substitution_is_simultaneous() -> None:
    term = sub(add(X, X), Y)
    assert substitute(term, {X: Y, Y: X}) is sub(add(Y, Y), X)
    assert substitute(term, {W: W}) is term
    memo: dict[Term, Term] = {}
    assert substitute(term, {X: constant(1, 8)}, memo) is sub(constant(2, 8), Y)
    assert memo[add(X, X)] is constant(2, 8)


def test_postorder_gives_each_subterm_once_arguments_first(size: Callable[[int], int]) -> None:
    rng = random.Random(5)
    for _ in range(size(50)):
        term = TermMaker(rng, [*variables(3), *variables(0)]).term(0, 6)
        order = list(postorder((term, term)))
        assert len(set(order)) == len(order)
        place = {part: i for i, part in enumerate(order)}
        assert all(place[a] < place[part] for part in order for a in part.args)
        assert order[-1] is term


def test_pickle_gives_back_the_same_object(size: Callable[[int], int]) -> None:
    rng = random.Random(11)
    maker = TermMaker(rng, [*variables(8), *variables(0)], widths=(1, 8, 16))
    for _ in range(size(50)):
        term = maker.term(rng.choice((0, 8)), 5)
        assert pickle.loads(pickle.dumps(term)) is term
    assert pickle.loads(pickle.dumps([TRUE, X, constant(9, 64)])) == [TRUE, X, constant(9, 64)]


def test_pickle_crosses_processes() -> None:
    term = and_(less(X, Y, signed=True), eq(resize(W, 8, signed=False), X))
    code = "import pickle,sys; print(pickle.loads(sys.stdin.buffer.read()))"
    result = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(term), capture_output=True, check=True
    )
    assert result.stdout.decode().strip() == repr(term)
