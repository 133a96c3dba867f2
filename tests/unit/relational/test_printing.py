"""Problems as text: close to Alloy's notation, with the parentheses that are needed and no others."""

from __future__ import annotations

import pytest

from maymust.relational import (
    IDEN,
    INTS,
    NONE,
    TRUE,
    UNIV,
    Relation,
    Variable,
    as_int,
    comprehension,
    conjunction,
    disjunction,
    exists,
    for_all,
    lone_of,
    one_of,
    set_of,
    some_of,
    sum_over,
    union,
)
from maymust.relational.logic import Node

A, B, r, s = Relation("A", 1), Relation("B", 1), Relation("r", 2), Relation("s", 2)
x, y = Variable("x"), Variable("y")

TEXTS = [
    (A | B | A, "A + B + A"),
    (A | (B | A), "A + (B + A)"),
    (union([A, B, A]), "A + B + A"),
    ((A | B) - A, "(A + B) - A"),
    (A - (B - A), "A - (B - A)"),
    ((A | B) & A, "(A + B) & A"),
    (A | B & A, "A + B & A"),
    (A * B * A, "A -> B -> A"),
    ((A | B) * A, "(A + B) -> A"),
    (A @ r @ s, "A.r.s"),
    (A @ (r @ s), "A.(r.s)"),
    (~(r | s), "~(r + s)"),
    (~r.closure(), "~^r"),
    (x @ r.reflexive_closure(), "x.*r"),
    (r.override(A * B), "r ++ A -> B"),
    (r.project(1, 0), "r[1, 0]"),
    ((r & IDEN).no(), "no r & iden"),
    ((A | NONE).in_(UNIV - INTS), "A + none in univ - ints"),
    (~A.equals(B), "!(A = B)"),
    (A.some() & B.one() | A.lone(), "some A && one B || lone A"),
    (A.some() & (B.one() | A.lone()), "some A && (one B || lone A)"),
    ((A.some() >> B.no()) >> TRUE, "(some A => no B) => true"),
    (A.some().iff(B.some()), "some A <=> some B"),
    (conjunction([]), "true"),
    (disjunction([]), "false"),
    (for_all(one_of(x, A), x.in_(B)), "all x: one A | x in B"),
    (
        exists([one_of(x, A), set_of(y, A - x)], y.some()) & A.no(),
        "(some x: one A, y: set A - x | some y) && no A",
    ),
    (for_all([lone_of(x, A), some_of(y, B)], x.in_(y)), "all x: lone A, y: some B | x in y"),
    (comprehension([one_of(x, A), one_of(y, B)], (x * y).in_(r)), "{x: one A, y: one B | x -> y in r}"),
    (A.some().choose(A, B) @ r, "(some A ? A : B).r"),
    (A.count() + 3 <= (A | B).count() * 2, "#A + 3 <= #(A + B) * 2"),
    ((A.count() + 1) * -2, "(#A + 1) * -2"),
    (5 - (A.sum() - 1), "5 - (sum(A) - 1)"),
    (-A.count() % 3, "-#A % 3"),
    (abs(~A.count() >> 1).sign(), "sgn(abs(~#A >> 1))"),
    (A.count().shift_right_zero(1) > 2, "2 < #A >>> 1"),
    (as_int(3).atom() | as_int(5).bits(), "int[3] + bits[5]"),
    (sum_over(one_of(x, A), (x @ r).count()).equals(2), "(sum x: one A | #x.r) = 2"),
    (r.acyclic(), "acyclic[r]"),
    (r.function(A, B | A), "function[r, A, B + A]"),
]


@pytest.mark.parametrize(("node", "text"), TEXTS, ids=[text for _, text in TEXTS])
def test_text(node: Node, text: str) -> None:
    assert str(node) == text


def test_what_is_deeper_than_the_stack_is_cut() -> None:
    deep = A
    for _ in range(5000):
        deep = (deep | B) - A
    assert str(deep) == "…"
