"""Intervals with congruences: operators and guards lose no value, and are sharp where they can be."""

from __future__ import annotations

import itertools
import random

import pytest

from helpers.terms import TermMaker, valuations, variables
from maymust.engines.auto.suppliers.intervals.domain import (
    Range,
    anything,
    exactly,
    join,
    meet,
    reduced,
    widen,
)
from maymust.engines.auto.suppliers.intervals.guards import assume, ranges_of
from maymust.engines.auto.suppliers.intervals.operators import apply, compare
from maymust.terms import operators as ops
from maymust.terms import to_signed
from maymust.terms.evaluate import evaluate
from maymust.terms.operators import Operator

# -- the domain --------------------------------------------------------------------------------------------

BINARY = [
    ops.ADD, ops.SUB, ops.MUL, ops.UDIV, ops.UREM, ops.SDIV, ops.SREM,
    ops.BAND, ops.BOR, ops.XOR, ops.SHL, ops.LSHR, ops.ASHR,
]  # fmt: skip
UNARY = [
    (ops.ZEXT, (6,)),
    (ops.SEXT, (6,)),
    (ops.EXTRACT, (1, 0)),
    (ops.EXTRACT, (2, 1)),
    (ops.EXTRACT, (0, 0)),
]


def random_range(rng: random.Random, width: int) -> Range:
    """A range with at least one value."""
    whole = anything(width)
    while True:
        signed, unsigned = (
            sorted((rng.randint(low, high), rng.randint(low, high)))
            for low, high in ((whole.low, whole.high), (whole.bottom, whole.top))
        )
        modulus = rng.choice((1, 1, 2, 3, 4))
        kind = rng.random()
        found = reduced(
            width,
            *(signed if kind < 0.7 else whole[1:3]),
            *(unsigned if kind > 0.4 else whole[3:5]),
            modulus,
            rng.randrange(modulus),
        )
        if found is not None and members(found):
            return found


def members(found: Range | None) -> list[int]:
    return [] if found is None else [value for value in range(2**found.width) if found.contains(value)]


def test_a_reduced_range_loses_no_value_and_its_bounds_are_tight_without_congruence() -> None:
    for width in (1, 2, 3):
        whole = anything(width)
        signed = list(itertools.combinations_with_replacement(range(whole.low, whole.high + 1), 2))
        unsigned = list(itertools.combinations_with_replacement(range(whole.top + 1), 2))
        for (low, high), (bottom, top), modulus in itertools.product(signed, unsigned, (0, 1, 2, 3)):
            remainder = 1 if modulus != 1 else 0
            wanted = [
                value
                for value in range(2**width)
                if bottom <= value <= top
                and low <= to_signed(value, width) <= high
                and (value % modulus == remainder if modulus else value == remainder)
            ]
            found = reduced(width, low, high, bottom, top, modulus, remainder)
            assert members(found) == wanted
            if found is not None and modulus == 1:
                assert (found.bottom, found.top) == (wanted[0], wanted[-1])
                readings = sorted(to_signed(value, width) for value in wanted)
                assert (found.low, found.high) == (readings[0], readings[-1])


@pytest.mark.parametrize("op", BINARY, ids=str)
def test_binary_operators_lose_no_value(op: Operator) -> None:
    rng = random.Random(op.name)
    for _ in range(400):
        width = rng.choice((1, 3, 4))
        a, b = random_range(rng, width), random_range(rng, width)
        found = apply(op, width, (), (a, b))
        for x, y in itertools.product(members(a), members(b)):
            assert found.contains(op.evaluate((width, width), (), (x, y))), (a, b, x, y, found)


@pytest.mark.parametrize(("op", "indices"), UNARY, ids=str)
def test_conversions_lose_no_value(op: Operator, indices: tuple[int, ...]) -> None:
    rng = random.Random(1)
    result = indices[0] if len(indices) == 1 else indices[0] - indices[1] + 1
    for _ in range(400):
        a = random_range(rng, rng.choice((3, 4)))
        found = apply(op, result, indices, (a,))
        for x in members(a):
            assert found.contains(op.evaluate((a.width, result), indices, (x,))), (a, x, found)


@pytest.mark.parametrize("op", [ops.EQ, ops.ULT, ops.SLT], ids=str)
def test_comparisons_say_what_is_so(op: Operator) -> None:
    rng = random.Random(2)
    said = 0
    for _ in range(600):
        a, b = random_range(rng, 4), random_range(rng, 4)
        truths = {bool(op.evaluate((4, 0), (), (x, y))) for x in members(a) for y in members(b)}
        found = compare(op, a, b)
        assert found is None or truths == {found}
        said += found is not None
    assert said > 50


def test_join_and_meet_lose_no_value() -> None:
    rng = random.Random(3)
    for _ in range(600):
        a, b = random_range(rng, 4), random_range(rng, 4)
        either, both = join(a, b), meet(a, b)
        assert set(members(either)) >= {*members(a), *members(b)}
        assert set(members(both)) >= {*members(a)} & {*members(b)}
        assert set(members(both)) <= {*members(a)} | {*members(b)}


def test_every_operator_of_numbers_has_a_transfer_function() -> None:
    """With nothing known of one argument something can be said, as long as the other is chosen well."""
    chosen = {ops.MUL: 0, ops.UDIV: 2, ops.UREM: 3, ops.SDIV: 2, ops.SREM: 3, ops.BAND: 3, ops.BOR: 8,
              ops.SHL: 1, ops.LSHR: 1, ops.ASHR: 1}  # fmt: skip
    for op, value in chosen.items():
        assert apply(op, 4, (), (anything(4), exactly(value, 4))) != anything(4), op
    few = reduced(4, 1, 3, 0, 15)
    assert few is not None
    for op in (ops.ADD, ops.SUB, ops.XOR):
        assert apply(op, 4, (), (few, few)) != anything(4), op
    for op, indices in UNARY[:2]:
        assert apply(op, 6, indices, (few,)) != anything(6), op


def test_sums_are_exact_where_they_do_not_overflow_and_where_all_of_them_do() -> None:
    def between(low: int, high: int) -> Range:
        found = reduced(8, low, high, 0, 255)
        assert found is not None
        return found

    assert apply(ops.ADD, 8, (), (between(1, 5), between(-3, 2))) == between(-2, 7)
    assert apply(ops.SUB, 8, (), (between(1, 5), between(-3, 2))) == between(-1, 8)
    assert apply(ops.ADD, 8, (), (between(100, 120), between(100, 110))) == between(-56, -26)
    some = apply(ops.ADD, 8, (), (between(0, 100), between(0, 100)))
    assert (some.low, some.high, some.bottom, some.top) == (-128, 127, 0, 200)
    assert apply(ops.MUL, 8, (), (between(-3, 4), between(-2, 5))) == between(-15, 20)


def test_congruences_go_through_sums_and_products() -> None:
    threes = reduced(8, -128, 127, 0, 60, 3, 1)
    assert threes is not None
    tripled = apply(ops.ADD, 8, (), (threes, exactly(6, 8)))
    assert (tripled.modulus, tripled.remainder) == (3, 1)
    doubled = apply(ops.MUL, 8, (), (threes, exactly(2, 8)))
    assert (doubled.modulus, doubled.remainder) == (6, 2)
    even = apply(ops.MUL, 8, (), (anything(8), exactly(2, 8)))
    assert (even.modulus, even.remainder) == (2, 0)
    assert apply(ops.BAND, 8, (), (even, exactly(1, 8))) == exactly(0, 8)


def test_widening_loses_no_value_and_ends() -> None:
    rng = random.Random(4)
    thresholds = [-3, 0, 2, 9]
    for _ in range(200):
        seen = random_range(rng, 4)
        for step in range(60):
            more = join(seen, random_range(rng, 4))
            assert more is not None
            wider = widen(seen, more, () if step > 10 else thresholds)
            assert set(members(wider)) >= set(members(more))
            seen = wider


# -- guards ------------------------------------------------------------------------------------------------


def test_terms_have_values_in_their_ranges_and_guards_lose_no_state() -> None:
    rng = random.Random(5)
    refined = refuted = 0
    for _ in range(1000):
        names = variables(3, 2)
        before = {name: random_range(rng, 3) for name in names}
        maker = TermMaker(rng, names, widths=(2, 3, 5))
        guard = [condition for _ in range(6) if (condition := maker.term(0, 2)).free]
        value = maker.term(rng.choice((2, 3, 5)), 3)
        after = assume(guard, before)
        states = [s for s in valuations(names) if all(before[v].contains(s[v]) for v in names)]
        passing = [s for s in states if all(evaluate(c, s) for c in guard)]
        (found,) = ranges_of([value], before)
        assert all(found.contains(evaluate(value, s)) for s in states)
        for state in passing:
            assert after is not None, (before, guard)
            assert all(after.get(v, anything(3)).contains(state[v]) for v in names), (before, guard, state)
        refuted += after is None
        refined += after is not None and after != before
    assert refuted > 100
    assert refined > 100
