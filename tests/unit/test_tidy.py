"""Models of path constraints, made simpler: still models, and the simplest that a person would choose."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from helpers.terms import TermMaker, random_valuation
from maymust.engines.maymust.must.tidy import tidied
from maymust.terms import (
    Term,
    Value,
    array_sort,
    array_value,
    bitvec,
    concat,
    conjunction,
    constant,
    disjunction,
    eq,
    filled,
    less,
    ne,
    negation,
    select,
    variable,
)
from maymust.terms.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable

OUTSIDE = 1 << 31


def symbol(position: int, width: int = 32, index: int | None = None) -> Term:
    """The input at a position."""
    return variable(f"in!{position}", array_sort(index, width) if index else bitvec(width))


def number(value: int, width: int = 32) -> Term:
    return constant(value, width)


def outside_or_null(pointer: Term) -> Term:
    """What holds of a pointer that comes from outside."""
    above = negation(less(pointer, number(OUTSIDE), signed=False))
    return disjunction((eq(pointer, number(0)), conjunction((above, ne(pointer, number(OUTSIDE * 2 - 1))))))


def test_numbers_get_small() -> None:
    x, y = symbol(0), symbol(1)
    query = [less(number(100), x, signed=True), less(y, number(0), signed=True)]
    assert tidied({x: 70_000, y: OUTSIDE + 5}, query) == {x: 101, y: OUTSIDE * 2 - 1}


def test_a_pointer_is_null_if_it_may_be() -> None:
    p = symbol(0)
    assert tidied({p: 3_000_000_000}, [outside_or_null(p)]) == {p: 0}


def test_objects_are_few_and_the_first_ones() -> None:
    p, q, r = (symbol(i) for i in range(3))
    query = [*map(outside_or_null, (p, q, r)), *[ne(v, number(0)) for v in (p, q, r)], ne(p, q)]
    found = tidied({p: 3_000_000_000, q: 4_000_000_000, r: 3_500_000_000}, query)
    assert found == {p: OUTSIDE, q: OUTSIDE + 1, r: OUTSIDE}


def test_objects_keep_their_places_in_memory() -> None:
    """p->next->next == p and p->next->value == 7, with p->next another object."""
    following, values, p = symbol(0, index=32), symbol(1, index=32), symbol(2)
    after = select(following, p)
    outside = negation(less(after, number(OUTSIDE), signed=False))
    back, seven = eq(select(following, after), p), eq(select(values, after), number(7))
    query = [outside_or_null(p), ne(p, number(0)), ne(after, p), outside, back, seven]
    a, b = 3_000_000_000, 3_500_000_000
    model: dict[Term, Value] = {
        following: array_value(32, 5, [(a, b), (b, a), (17, 4)]),
        values: array_value(32, 9, [(b, 7)]),
        p: a,
    }
    assert all(evaluate(conjunct, model) for conjunct in query)
    assert tidied(model, query) == {
        following: array_value(32, 0, [(OUTSIDE, OUTSIDE + 1), (OUTSIDE + 1, OUTSIDE)]),
        values: array_value(32, 0, [(OUTSIDE + 1, 7)]),
        p: OUTSIDE,
    }


def test_an_object_has_its_offset_behind_it() -> None:
    memory, p = symbol(0, width=8, index=40), symbol(1)
    read = select(memory, concat(p, number(3, 8)))
    query = [outside_or_null(p), ne(p, number(0)), eq(read, number(77, 8))]
    model: dict[Term, Value] = {memory: filled(40, 77), p: 3_000_000_000}
    assert tidied(model, query) == {memory: array_value(40, 0, [(OUTSIDE << 8 | 3, 77)]), p: OUTSIDE}


def test_memory_is_zero_where_it_may_be() -> None:
    memory, i = symbol(0, index=32), symbol(1)
    model: dict[Term, Value] = {memory: array_value(32, 5, [(3, 9)]), i: 3}
    found = tidied(model, [less(number(6), select(memory, i), signed=True)])
    assert found == {memory: array_value(32, 0, [(3, 7)]), i: 3}
    assert tidied(model, [ne(select(memory, i), number(8))])[memory] == filled(32, 0)


def test_models_stay_models(size: Callable[[int], int]) -> None:
    tidier = 0
    names = [symbol(0, 2), symbol(1, 2), symbol(2, 3), symbol(3, 2, index=2), symbol(4, 3, index=3)]
    for seed in range(size(400)):
        rng = random.Random(seed)
        maker = TermMaker(rng, names, widths=(2, 3))
        model = random_valuation(rng, names)
        # Whatever holds of the random values.
        terms = [maker.term(0, rng.randint(1, 3)) for _ in range(4)]
        if seed % 2:
            terms.append(less(names[2], number(4, 3), signed=False))
        query = [term if evaluate(term, model) else negation(term) for term in terms]
        found = tidied(model, query)
        assert found.keys() == model.keys(), seed
        assert all(evaluate(conjunct, found) for conjunct in query), seed
        assert found == tidied(dict(reversed(model.items())), query), seed
        tidier += found != model
    assert tidier > size(400) // 2
