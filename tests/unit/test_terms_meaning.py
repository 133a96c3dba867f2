"""Operators and simplifications: three readings of the same term must agree."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import pytest

from helpers.rules import Combination, fired_rules, rules_of
from helpers.terms import (
    BINARY,
    COMPARISONS,
    REFERENCE,
    Kind,
    TermMaker,
    array_variables,
    plain,
    random_valuation,
    raw,
    reference_value,
    valuations,
    values_of,
    variables,
)
from maymust.terms import (
    BOOL,
    FALSE,
    TRUE,
    Term,
    add,
    array_sort,
    concat,
    constant,
    fill,
    ite,
    make,
    select,
    store,
    variable,
)
from maymust.terms import operators as ops
from maymust.terms.evaluate import Layout, evaluate
from maymust.terms.float_operators import FLOAT_ROWS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maymust.terms.operators import Operator


OPERATORS = [op for op in ops.OPERATORS.values() if op not in FLOAT_ROWS]  # floats have tests of their own


def test_the_reference_knows_every_operator() -> None:
    assert set(REFERENCE) == {op.name for op in OPERATORS}


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("op", [*BINARY, *COMPARISONS], ids=str)
def test_binary_operators_mean_what_the_reference_says(op: Operator, width: int) -> None:
    result = width if op in BINARY else 0
    for a, b in itertools.product(range(2**width), repeat=2):
        expected = REFERENCE[op.name](width, (), a, b)
        assert op.evaluate((width, result), (), (a, b)) == expected, (a, b)
        folded = make(op, (constant(a, width), constant(b, width)))
        assert folded.value == expected


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_resizing_operators_mean_what_the_reference_says(width: int) -> None:
    for a in range(2**width):
        for wider in range(width + 1, 7):
            for op in (ops.ZEXT, ops.SEXT):
                assert op.evaluate((width, wider), (wider,), (a,)) == REFERENCE[op.name](width, (wider,), a)
        for low, high in itertools.combinations_with_replacement(range(width), 2):
            expected = REFERENCE["extract"](width, (high, low), a)
            assert ops.EXTRACT.evaluate((width, high - low + 1), (high, low), (a,)) == expected


@pytest.mark.parametrize("width", [8, 32, 64])
def test_wide_operators_mean_what_the_reference_says(width: int, size: Callable[[int], int]) -> None:
    rng = random.Random(width)
    names = variables(width)
    for _ in range(size(200)):
        values = random_valuation(rng, names)
        for op in (*BINARY, *COMPARISONS):
            if op is ops.SHL and values[names[1]] > 200:
                values[names[1]] %= 2 * width  # the reference multiplies by 2**b
            term = raw(op, names)
            expected = reference_value(term, values)
            assert evaluate(term, values) == expected
            assert Layout(names).function(term)([values[n] for n in names]) == expected


# -- simplification rules ----------------------------------------------------------------------------------


def _pool(width: int) -> list[Term]:
    """Small terms of every shape that a rule looks for."""
    x, y = variables(width)
    b, c = variables(0)
    some = [constant(value, width) for value in {0, 1, -1 % 2**width, 2 ** (width - 1), 2 % 2**width}]
    k = some[-1] if some[-1].value else constant(1, width)
    one, ones, half = constant(1, width), constant(-1, width), constant(1 << (width - 1), width)
    wide = variables(width + 2)[0]
    pool = [x, y, *some]
    pool += [make(ops.ADD, (x, k)), make(ops.ADD, (x, half)), make(ops.ADD, (y, k)), make(ops.ADD, (x, y))]
    pool += [make(ops.SUB, (k, x)), make(ops.SUB, (x, y)), make(ops.SUB, (y, x)), make(ops.SUB, (one, y))]
    pool += [make(ops.XOR, (x, k)), make(ops.XOR, (x, ones)), make(ops.MUL, (x, y)), make(ops.BAND, (x, y))]
    pool += [make(ops.ITE, (b, k, one)), make(ops.ITE, (b, half, x)), make(ops.ITE, (c, y, one))]
    pool += [make(ops.ITE, (b, x, y)), make(ops.ITE, (b, y, x))]
    pool += [make(ops.EXTRACT, (wide,), (width - 1, 0)), make(ops.EXTRACT, (wide,), (width + 1, 2))]
    for inner in range(1, width):
        narrow = variables(inner, 1)[0]
        pool += [make(ops.ZEXT, (narrow,), (width,)), make(ops.SEXT, (narrow,), (width,))]
    return list(dict.fromkeys(pool))


def _combinations(width: int) -> Iterator[Combination]:
    pool = _pool(width)
    b, c = variables(0)
    conditions = [
        b,
        make(ops.NOT, (b,)),
        make(ops.AND, (b, c)),
        make(ops.EQ, (pool[0], pool[1])),
        TRUE,
        FALSE,
    ]
    for op in (*BINARY, *COMPARISONS):
        for pair in itertools.product(pool, repeat=2):
            yield op, pair, ()
    for condition in conditions:
        for pair in itertools.product(pool[:4] + pool[-6:], repeat=2):
            yield ops.ITE, (condition, *pair), ()
        for other in itertools.product(conditions, repeat=2):
            yield ops.ITE, (condition, *other), ()
        for other in conditions:
            for op in (ops.AND, ops.OR, ops.EQ):
                yield op, (condition, other), ()
        yield ops.NOT, (condition,), ()
    for term in pool:
        for wider in (width + 1, width + 3):
            yield ops.ZEXT, (term,), (wider,)
            yield ops.SEXT, (term,), (wider,)
        for low, high in itertools.combinations_with_replacement(range(width), 2):
            yield ops.EXTRACT, (term,), (high, low)


def _array_pool(index: int, element: int) -> list[Term]:
    """Small arrays of every shape that a rule looks for."""
    m, n = array_variables(index, element)
    (flag,) = variables(0, 1)
    i, j = variables(index)
    v, w = variables(element)
    next_i, top = add(i, constant(1, index)), constant(-1, index)
    pool = [m, n, fill(v, index), fill(constant(1, element), index), store(m, i, v), store(m, i, w)]
    pool += [store(store(m, i, v), next_i, w), store(m, j, select(n, j)), store(n, top, v)]
    pool += [store(fill(constant(0, element), index), top, constant(1, element))]
    pool += [ite(flag, m, n), ite(flag, store(m, i, v), store(n, i, v))]
    return pool


def _array_combinations(index: int, element: int) -> Iterator[Combination]:
    arrays = _array_pool(index, element)
    (i, j), (v, _) = variables(index), variables(element)
    places = [i, j, add(i, constant(1, index)), constant(0, index), constant(-1, index)]
    if index > 1:
        (bit,) = variables(1, 1)
        places += [concat(bit, constant(0, index - 1)), concat(bit, constant(1, index - 1))]
    for array in arrays:
        for place in places:
            yield ops.SELECT, (array, place), ()
            for new in (v, constant(1, element), select(arrays[0], place)):
                yield ops.STORE, (array, place, new), ()
                for other in places[:4]:
                    yield ops.SELECT, (store(array, place, new), other), ()
        for other in arrays:
            yield ops.EQ, (array, other), ()


def _joined_combinations(width: int) -> Iterator[Combination]:
    """Concatenations, what is cut out of them, and comparisons with them."""
    a, b = variables(width)
    (bit,) = variables(1, 1)
    (wide,) = variables(width + 1, 1)
    cuts = [make(ops.EXTRACT, (wide,), (width, 1)), make(ops.EXTRACT, (wide,), (0, 0))]
    parts = [a, b, bit, constant(1, width), constant(0, 1), *cuts, concat(bit, a), concat(a, constant(1, 1))]
    for pair in itertools.product(parts, repeat=2):
        yield ops.CONCAT, pair, ()
        whole = raw(ops.CONCAT, pair)
        for low, high in itertools.combinations_with_replacement(range(whole.width), 2):
            yield ops.EXTRACT, (make(ops.CONCAT, pair),), (high, low)
    wholes = [make(ops.CONCAT, pair) for pair in itertools.product(parts, repeat=2)]
    wholes += [wide, make(ops.ZEXT, (a,), (width + 1,)), constant(1, width + 1)]
    for left, right in itertools.product([whole for whole in wholes if whole.width == width + 1], repeat=2):
        yield ops.EQ, (left, right), ()


def _assert_equal_everywhere(left: Term, right: Term) -> None:
    names = sorted(left.free | right.free)
    layout = Layout(names)
    one, other = layout.function(left), layout.function(right)
    for values in itertools.product(*[values_of(v) for v in names]):
        assert one(values) == other(values), (left, right, dict(zip(names, values, strict=True)))


@pytest.mark.parametrize("width", [1, 2, 3])
def test_every_rule_keeps_the_meaning(width: int) -> None:
    """Every operator on every pair of small terms, for all values."""
    _check_combinations(_combinations(width))


@pytest.mark.parametrize("widths", [(1, 1), (1, 2), (2, 1)])
def test_every_rule_of_arrays_keeps_the_meaning(widths: tuple[int, int]) -> None:
    _check_combinations(_array_combinations(*widths))


@pytest.mark.parametrize("width", [1, 2])
def test_every_rule_of_concatenations_keeps_the_meaning(width: int) -> None:
    _check_combinations(_joined_combinations(width))


def _check_combinations(combinations: Iterator[Combination]) -> None:
    for op, args, indices in combinations:
        plain, simplified = raw(op, args, indices), make(op, args, indices)
        assert simplified.sort is plain.sort
        if plain is not simplified:
            _assert_equal_everywhere(plain, simplified)


def test_every_rule_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the test above means something: each rule fires on some of its terms."""
    expected = rules_of(OPERATORS)
    everything = itertools.chain(_combinations(2), _array_combinations(2, 1), _joined_combinations(2))
    assert fired_rules(monkeypatch, OPERATORS, everything) == expected
    assert len(expected) > 20


def test_random_terms_keep_their_meaning(size: Callable[[int], int]) -> None:
    """Random trees: the raw one by the table and by the reference, and the simplified one, for all values."""
    rng = random.Random(7)
    for _ in range(size(400)):
        width = rng.choice((1, 2, 3))
        names = [*variables(width), *variables(0, 1), *variables(4, 1)][: rng.randint(2, 4)]
        plain, simplified = TermMaker(rng, names).pair(rng.choice((0, 0, 1, 2, 3, 4)), rng.randint(2, 5))
        layout = Layout(names)
        plain_function, function = layout.function(plain), layout.function(simplified)
        several = layout.vector_function((simplified, plain, simplified))
        for number, valuation in enumerate(valuations(names)):
            values = list(valuation.values())
            expected = plain_function(values)
            assert function(values) == expected, (plain, simplified, valuation)
            if number % 7 == 0:
                assert reference_value(plain, valuation) == expected
                assert evaluate(plain, valuation) == expected
                assert evaluate(simplified, valuation) == expected
                assert several(values) == (expected,) * 3


def test_random_terms_with_arrays_keep_their_meaning(size: Callable[[int], int]) -> None:
    rng = random.Random(8)
    for _ in range(size(300)):
        index, element = rng.choice(((1, 1), (1, 2), (2, 1)))
        names = [*array_variables(index, element), *variables(1), *variables(2, 1), *variables(0, 1)]
        maker = TermMaker(rng, names, widths=(1, 2, 3))
        kinds: list[Kind] = [0, 0, element, 3, array_sort(index, element)]
        plain_term, simplified = maker.pair(rng.choice(kinds), rng.randint(2, 5))
        layout = Layout(names)
        function, several = layout.function(simplified), layout.vector_function((plain_term, simplified))
        for _ in range(60):
            valuation = random_valuation(rng, names)
            values = list(valuation.values())
            expected = evaluate(plain_term, valuation)
            assert function(values) == expected, (plain_term, simplified, valuation)
            assert several(values) == (expected, expected)
            assert evaluate(simplified, valuation) == expected
            assert reference_value(plain_term, valuation) == plain(expected)


@pytest.mark.parametrize("width", [8, 32, 64])
def test_random_deep_wide_terms_keep_their_meaning(width: int, size: Callable[[int], int]) -> None:
    rng = random.Random(width)
    names = [*variables(width), *variables(8), *variables(0)]
    maker = TermMaker(rng, names, widths=(1, 8, 16, 32, 64))
    for _ in range(size(25)):
        plain, simplified = maker.pair(rng.choice((0, width)), 9)
        function = Layout(names).function(simplified)
        for _ in range(10):
            valuation = random_valuation(rng, names)
            expected = evaluate(plain, valuation)
            assert evaluate(simplified, valuation) == expected
            assert function([valuation[n] for n in names]) == expected


def test_repeated_arguments_do_not_blow_up_the_compiled_text() -> None:
    """`urem` names its arguments twice in the table; nested, the text must not double at every level."""
    x, y = variables(8)
    term = x
    for _ in range(60):
        term = raw(ops.UREM, (y, raw(ops.UDIV, (x, term))))
    assert Layout((x, y)).function(term)([200, 77]) == evaluate(term, {x: 200, y: 77})


def test_functions_are_kept_for_each_layout() -> None:
    x, y = variables(8)
    term = make(ops.SUB, (x, y))
    one, other = Layout((x, y)), Layout((y, x))
    assert one.function(term) is one.function(term)
    assert one.function(term)([5, 3]) == 2
    assert other.function(term)([5, 3]) == 254


def test_a_truth_value_in_a_valuation_may_be_a_number() -> None:
    flag = variable("flag", BOOL)
    assert evaluate(make(ops.NOT, (flag,)), {flag: 1}) == 0
    assert evaluate(make(ops.NOT, (flag,)), {flag: False}) == 1


def test_what_is_asked_for_often_has_the_same_value() -> None:
    """A term is compiled after some evaluations: nobody can tell when."""
    x, y = variables(8)
    layout = Layout((y, x))
    for term in (make(ops.MUL, (make(ops.SUB, (x, y)), y)), make(ops.EQ, (x, y))):
        for n in range(40):
            assert layout.value(term, [n, 17]) == evaluate(term, {x: 17, y: n})


def test_equal_texts_in_two_layouts() -> None:
    x, y = variables(8)
    one, other = Layout((x, y)), Layout((y, x))
    here, there = make(ops.SUB, (x, y)), make(ops.SUB, (y, x))
    assert one.function(here)([9, 4]) == other.function(there)([9, 4]) == 5
    assert other.function(here)([9, 4]) == 251
