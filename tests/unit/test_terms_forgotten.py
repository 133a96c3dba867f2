"""Terms that nobody needs any more are let go, and others stay the one object that they are."""

from __future__ import annotations

import weakref
from itertools import count

from maymust.terms import TRUE, Term, add, bitvec, boolean, constant, eq, less, negation, variable
from maymust.terms.term import forget_unused

W = bitvec(16)
_names = (f"forgotten{n}" for n in count())


def _sum(length: int) -> Term:
    """A term that no other test has."""
    name = next(_names)
    term = variable(name, W)
    for k in range(length):
        term = add(term, variable(f"{name}.{k}", W))
    return term


def test_what_nobody_holds_goes() -> None:
    term = _sum(50)
    inner = weakref.ref(term.args[0])
    outer = weakref.ref(negation(eq(term, constant(1, 16))))  # it and its negation hold each other
    del term
    assert inner() is not None
    assert outer() is not None
    assert forget_unused()
    assert inner() is None
    assert outer() is None


def test_what_somebody_holds_is_found_again() -> None:
    x = variable(next(_names), W)
    held = [
        x,
        add(x, constant(3, 16)),
        less(x, constant(40_000, 16), signed=False),
        negation(eq(x, add(x, x))),
    ]
    forget_unused()
    assert variable(str(x.name), W) is x
    again = [
        x,
        add(x, constant(3, 16)),
        less(x, constant(40_000, 16), signed=False),
        negation(eq(x, add(x, x))),
    ]
    assert all(one is other for one, other in zip(held, again, strict=True))
    assert boolean(True) is TRUE


def test_parts_of_what_is_held_are_held() -> None:
    term = _sum(5)
    forget_unused()
    parts = term
    while parts.op is not None:
        assert add(*parts.args) is parts
        parts = next(part for part in parts.args if part.op is not None or part.name is not None)


def test_a_table_that_has_hardly_grown_stays() -> None:
    forget_unused()
    lost = weakref.ref(_sum(3))
    assert not forget_unused(grown_by=1000)
    assert lost() is not None
    _sum(1000)
    assert forget_unused(grown_by=1000)
    assert lost() is None
