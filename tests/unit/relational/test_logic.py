"""Building problems: nodes are shared, arities are checked, Python's own operators are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from maymust.relational import (
    IDEN,
    UNIV,
    ArityError,
    Relation,
    Variable,
    as_int,
    comprehension,
    exists,
    for_all,
    one_of,
    set_of,
    union,
)

A, B, r, t = Relation("A", 1), Relation("B", 1), Relation("r", 2), Relation("t", 3)
x, y = Variable("x"), Variable("y")


def test_what_is_built_twice_is_one_object() -> None:
    assert (A | B) is (A | B)
    assert (A | B) is not (B | A)
    assert for_all(one_of(x, A), x.in_(B)) is for_all(one_of(x, A), x.in_(B))
    assert A.count() + 1 is A.count() + 1
    assert Relation("A", 1) is not A
    assert Relation("A", 1) != A


def test_free_variables() -> None:
    assert (x @ r).free == {x}
    assert for_all(one_of(x, A), x.in_(y)).free == {y}
    assert exists([one_of(x, A), one_of(y, x @ r)], x.in_(y)).free == frozenset()
    assert for_all([one_of(y, x @ r), one_of(x, A)], x.in_(y)).free == {x}


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: A @ B, "join of two sets, `A` and `B`, has no columns left"),
    (lambda: A | r, "union needs expressions of one arity: `A` has 1, `r` has 2"),
    (lambda: ~t, "transpose needs a binary relation; `t` has arity 3"),
    (lambda: A.closure(), "closure needs a binary relation; `A` has arity 1"),
    (lambda: A.override(B), "override needs at least two columns; `A` is a set"),
    (lambda: A.in_(r), "`A` has arity 1, and `r` 2: they cannot be compared"),
    (lambda: r.sum(), "only sets have a sum; `r` has arity 2"),
    (lambda: A.some().choose(A, r), "a choice needs one arity: `A` has 1, `r` has 2"),
    (lambda: one_of(x, r), "variable x has arity 1, and `r` 2"),
    (lambda: comprehension(set_of(x, A), x.some()), "a comprehension is over single atoms; x is not one"),
    (lambda: A.project(), "a projection of `A` needs at least one column"),
    (lambda: t.acyclic(), "acyclic is a property of binary relations; `t` has arity 3"),
    (lambda: Relation("q", 0), "relation q: an arity is at least 1, not 0"),
    (lambda: union([]), "union of nothing has no arity"),
]


@pytest.mark.parametrize(("build", "message"), WRONG, ids=[message for _, message in WRONG])
def test_arities_are_checked(build: Callable[[], object], message: str) -> None:
    with pytest.raises(ArityError) as caught:
        build()
    assert str(caught.value) == message


def test_wrong_kinds() -> None:
    with pytest.raises(TypeError, match="combine formulas with"):
        bool(A.some() and B.some())
    with pytest.raises(TypeError, match="union takes expressions"):
        A | A.some()  # type: ignore[operator]
    with pytest.raises(TypeError, match="an integer expression or a number is needed"):
        A.count() + "1"  # type: ignore[operator]
    with pytest.raises(TypeError, match="cannot choose between"):
        A.some().choose(A, 1)  # type: ignore[call-overload]
    for build in (for_all, exists, comprehension):
        with pytest.raises(TypeError, match="is a formula, not <Relation A>"):
            build(one_of(x, A), A)  # type: ignore[arg-type, operator]
    with pytest.raises(TypeError, match="a variable is declared over an expression"):
        one_of(A, A)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="declared twice"):
        for_all([one_of(x, A), one_of(x, B)], x.some())
    with pytest.raises(ValueError, match="at least one variable"):
        for_all([], A.some())


def test_a_number_may_stand_on_either_side() -> None:
    count = A.count()
    built = [7 + count, 7 - count, 7 * count, 7 / count, 7 % count, 7 & count, 7 | count, 7 ^ count]
    built += [7 << count, 7 >> count]
    signs = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]
    assert [str(one) for one in built] == [f"7 {sign} #A" for sign in signs]


def test_nodes_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        (A | B).operator = None  # type: ignore[attr-defined]
    assert as_int(as_int(3)) is as_int(3)
    assert (IDEN @ UNIV).arity == 1
