"""Arrays and concatenations: what they simplify to, their text, and chains deeper than Python's stack."""

from __future__ import annotations

import json
import pickle
import random
from typing import TYPE_CHECKING, Any

import pytest

from helpers.terms import Kind, TermMaker, array_variables, random_valuation, variables
from maymust.errors import InternalError
from maymust.terms import (
    BOOL,
    FALSE,
    TRUE,
    ArraySort,
    Term,
    add,
    and_,
    array_sort,
    array_value,
    bitvec,
    concat,
    constant,
    eq,
    expand_read,
    fill,
    filled,
    ite,
    literal,
    make,
    ne,
    resize,
    select,
    store,
    sub,
    substitute,
    variable,
)
from maymust.terms import operators as ops
from maymust.terms.evaluate import Layout, evaluate
from maymust.terms.literals import simplify_conjunction
from maymust.terms.pretty import Reading, pretty
from maymust.terms.sorts import MAX_WIDTH, sort_named
from maymust.terms.text import TermSyntaxError, term_from_text, term_to_text
from maymust.terms.wire import WireError, term_from_wire, terms_from_wire, terms_to_wire

if TYPE_CHECKING:
    from collections.abc import Callable

SORT = array_sort(32, 8)
M, N = variable("M", SORT), variable("N", SORT)
AT, J, OBJECT, K = (variable(name, bitvec(32)) for name in "ijok")
V, W = variable("v", bitvec(8)), variable("w", bitvec(8))
P = variable("p", BOOL)
SORTS = {str(t.name): t.sort for t in (M, N, AT, J, OBJECT, K, V, W, P)}
ONE = constant(1, 32)


def part(term: Term, high: int, low: int) -> Term:
    return make(ops.EXTRACT, (term,), (high, low))


# -- sorts


def test_array_sorts_are_interned_and_read_back() -> None:
    assert array_sort(32, 8) is SORT
    assert str(SORT) == "bv32->bv8"
    assert sort_named("bv32->bv8") is SORT
    assert M.width == 0


@pytest.mark.parametrize(
    "name", ["bv32->", "->bv8", "bv0->bv8", "bv8->bool", "bv8->bv8->bv8", "bv8 -> bv8", "bv٣"]
)
def test_other_names_are_no_sorts(name: str) -> None:
    with pytest.raises(ValueError, match=r"sort|bits"):
        sort_named(name)


@pytest.mark.parametrize(
    ("op", "args", "indices"),
    [
        (ops.SELECT, (M, V), ()), (ops.SELECT, (AT, AT), ()), (ops.STORE, (M, AT, AT), ()),
        (ops.STORE, (AT, AT, V), ()), (ops.FILL, (P,), (8,)), (ops.FILL, (V,), (0,)), (ops.FILL, (M,), (8,)),
        (ops.FILL, (V,), (MAX_WIDTH + 1,)), (ops.CONCAT, (P, V), ()), (ops.CONCAT, (V, M), ()),
        (ops.EQ, (M, fill(V, 8)), ()), (ops.ITE, (P, M, V), ()), (ops.ADD, (M, M), ()), (ops.ULT, (M, M), ()),
        (ops.AND, (M, M), ()), (ops.NOT, (M,), ()), (ops.ZEXT, (M,), (8,)),
    ],
)  # fmt: skip
def test_sorts_must_fit(op: ops.Operator, args: tuple[Term, ...], indices: tuple[int, ...]) -> None:
    with pytest.raises(InternalError):
        make(op, args, indices)


def test_a_concatenation_has_a_greatest_width() -> None:
    with pytest.raises(InternalError):
        concat(variable("w", bitvec(MAX_WIDTH)), V)


# -- what arrays simplify to


def test_reads() -> None:
    two = store(store(M, AT, V), add(AT, ONE), W)
    assert select(two, AT) is V
    assert select(two, add(AT, ONE)) is W
    assert select(two, add(AT, constant(2, 32))) is select(M, add(AT, constant(2, 32)))
    assert select(two, J) == make(ops.SELECT, (two, J))
    assert select(store(two, J, V), J) is V
    assert select(fill(V, 32), AT) is V
    assert select(store(fill(V, 32), AT, W), add(AT, ONE)) is V


def test_a_read_drops_only_the_stores_before_the_first_that_may_matter() -> None:
    array = store(store(store(M, add(AT, ONE), V), J, V), sub(AT, ONE), W)
    assert select(array, AT) is select(store(store(M, add(AT, ONE), V), J, V), AT)


def test_reads_of_choices() -> None:
    assert select(ite(P, store(M, AT, V), store(N, AT, V)), AT) is V
    stays = select(ite(P, M, N), AT)
    assert stays.op is ops.SELECT
    assert select(store(ite(P, M, N), AT, V), AT) is V


def test_indices_that_are_joined() -> None:
    here, there = concat(constant(1, 16), part(AT, 15, 0)), concat(constant(2, 16), part(J, 15, 0))
    assert select(store(M, here, V), there) is select(M, there)
    assert select(store(M, here, V), constant(2 << 16, 32)) is select(M, constant(2 << 16, 32))
    unknown = select(store(M, here, V), constant((1 << 16) + 5, 32))
    assert unknown.args[0].op is ops.STORE


def test_stores() -> None:
    assert store(store(M, AT, V), AT, W) is store(M, AT, W)
    assert store(M, AT, select(M, AT)) is M
    assert store(store(M, AT, V), add(AT, ONE), select(M, add(AT, ONE))) is store(M, AT, V)
    assert store(store(M, AT, V), AT, V) is store(M, AT, V)
    assert store(fill(V, 32), AT, V) is fill(V, 32)
    assert store(store(store(M, AT, V), add(AT, ONE), V), AT, W) is store(store(M, add(AT, ONE), V), AT, W)
    may_be_read_between = store(store(store(M, AT, V), J, V), AT, W)
    assert may_be_read_between.args[0].args[0] is store(M, AT, V)


def test_equalities_of_arrays() -> None:
    assert eq(M, M) is TRUE
    assert eq(fill(V, 32), fill(W, 32)) is eq(V, W)
    assert eq(store(M, AT, V), store(M, AT, W)) is eq(V, W)
    assert eq(store(M, AT, V), M) is eq(select(M, AT), V)
    assert eq(M, N).op is ops.EQ
    zero, five = fill(constant(0, 8), 32), constant(5, 8)
    one_way = store(store(zero, AT, five), J, five)
    other_way = store(store(zero, J, five), AT, five)
    numbers = {AT: constant(3, 32), J: constant(4, 32)}
    assert substitute(eq(one_way, other_way), numbers) is TRUE
    assert substitute(eq(one_way, zero), numbers) is FALSE
    small = [fill(constant(0, 1), 1), fill(constant(1, 1), 1)]
    assert (
        eq(store(store(small[0], constant(0, 1), constant(1, 1)), constant(1, 1), constant(1, 1)), small[1])
        is TRUE
    )


def test_there_are_no_constants_of_array_sorts() -> None:
    array = store(fill(constant(3, 8), 32), constant(1, 32), constant(4, 8))
    assert array.value is None
    assert array.args[0].value is None
    assert not array.free
    assert evaluate(array, {}) == array_value(32, 3, [(1, 4)])


def test_a_read_by_cases() -> None:
    read = select(store(M, AT, V), J)
    assert expand_read(read) is ite(eq(AT, J), V, select(M, J))
    assert expand_read(select(M, AT)) is None
    assert expand_read(V) is None


def test_literals() -> None:
    value = filled(32, 3).store(9, 1).store(2, 5)
    assert evaluate(literal(value, SORT), {}) == value
    assert literal(7, bitvec(8)) is constant(7, 8)
    assert literal(1, BOOL) is TRUE
    with pytest.raises(InternalError):
        literal(value, bitvec(8))
    with pytest.raises(InternalError):
        literal(0, SORT)


# -- what concatenations simplify to


def test_concatenations() -> None:
    assert concat(constant(0xAB, 8), constant(0xCD, 8)).value == 0xABCD
    assert concat(part(AT, 31, 16), part(AT, 15, 0)) is AT
    assert concat(part(AT, 23, 16), part(AT, 15, 8)) is part(AT, 23, 8)
    assert concat(part(AT, 15, 8), part(AT, 23, 16)).op is ops.CONCAT
    pieces = [part(AT, high, high - 7) for high in (31, 23, 15, 7)]
    assert concat(concat(concat(pieces[0], pieces[1]), pieces[2]), pieces[3]) is AT
    assert concat(pieces[0], concat(pieces[1], concat(pieces[2], pieces[3]))) is AT
    assert part(concat(V, W), 7, 0) is W
    assert part(concat(V, W), 15, 8) is V
    assert part(concat(V, W), 11, 9) is part(V, 3, 1)
    assert part(concat(concat(V, AT), W), 15, 0) is concat(part(AT, 7, 0), W)


def test_equalities_of_concatenations() -> None:
    assert eq(concat(OBJECT, AT), concat(K, J)) is and_(eq(OBJECT, K), eq(AT, J))
    assert eq(concat(OBJECT, AT), concat(OBJECT, J)) is eq(AT, J)
    assert eq(concat(OBJECT, AT), constant((7 << 32) + 9, 64)) is and_(
        eq(OBJECT, constant(7, 32)), eq(AT, constant(9, 32))
    )
    assert eq(concat(OBJECT, AT), concat(add(OBJECT, ONE), J)) is FALSE
    assert eq(concat(OBJECT, AT), resize(J, 64, signed=False)) is and_(eq(OBJECT, constant(0, 32)), eq(AT, J))


def test_equalities_of_sums() -> None:
    assert eq(add(AT, J), add(OBJECT, AT)) is eq(J, OBJECT)
    assert eq(add(AT, J), AT) is eq(J, constant(0, 32))
    assert eq(add(add(AT, J), constant(3, 32)), add(AT, K)) is eq(add(J, constant(3, 32)), K)
    assert eq(add(AT, constant(3, 32)), add(AT, constant(4, 32))) is FALSE
    assert eq(add(AT, constant(3, 32)), add(J, constant(3, 32))) is eq(AT, J)


# -- text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(select M i)", "M[i]"),
        ("(select M (add i 1:32))", "M[i + 1]"),
        ("(eq (select M i) 255:8)", "M[i] == -1"),
        ("(store M i v)", "M with [i] = v"),
        ("(store (store M i v) (add i 1:32) 255:8)", "M with [i] = v with [i + 1] = -1"),
        ("(select (store M i v) j)", "(M with [i] = v)[j]"),
        ("(eq N (store M i v))", "N == (M with [i] = v)"),
        ("(not (eq M N))", "M != N"),
        ("(fill 32 0:8)", "all 0"),
        ("(store (ite p M N) i v)", "(p ? M : N) with [i] = v"),
        ("(concat v w)", "v:w"),
        ("(slt (select M i) 3:8)", "M[i] < 3"),
    ],
)
def test_for_people(text: str, shown: str) -> None:
    term = term_from_text(text, SORTS.__getitem__)
    assert term_to_text(term) == text
    assert pretty(term) == shown


def test_elements_are_read_as_their_array_is() -> None:
    unsigned = Reading(signed=lambda term: term is not M)
    assert pretty(store(M, AT, constant(255, 8)), unsigned) == "M with [i] = 255"
    assert pretty(make(ops.ULT, (select(M, AT), constant(200, 8))), unsigned) == "M[i] < 200"


@pytest.mark.parametrize(
    "text", ["(fill 0:8)", "(fill 0 v)", "(select M)", "(store M i)", "(concat M v)", "M[i]"]
)
def test_syntax_errors(text: str) -> None:
    with pytest.raises(TermSyntaxError):
        term_from_text(text, SORTS.__getitem__)


@pytest.mark.parametrize(
    "nodes", [[["v", "M", "bv8->bv0"]], [["c", 0, 8], ["fill", [99999999], [0]]], [["v", "M", "array"]]]
)
def test_bad_data(nodes: list[object]) -> None:
    with pytest.raises(WireError):
        terms_from_wire({"nodes": nodes, "roots": [0]})


def test_random_terms_survive_text_and_wire(size: Callable[[int], int]) -> None:
    rng = random.Random(5)
    names = [*array_variables(32, 8), *array_variables(8, 32), *variables(8), *variables(32), *variables(0)]
    sorts = {v.name: v.sort for v in names}
    maker = TermMaker(rng, names, widths=(1, 8, 16, 32))
    kinds: list[Kind] = [0, 8, SORT]
    for _ in range(size(150)):
        term = maker.term(rng.choice(kinds), 5)
        assert term_from_text(term_to_text(term), sorts.__getitem__) is term
        assert term_from_wire(json.loads(json.dumps(terms_to_wire([term])))) is term
        assert pretty(term)
        valuation = random_valuation(rng, names)
        values = {name: literal(value, name.sort) for name, value in valuation.items()}
        known = substitute(term, values)
        assert not known.free
        assert evaluate(known, {}) == evaluate(term, valuation)


# -- deep


def deep_store(levels: int, constants: bool) -> Term:
    array = M
    for level in range(levels):
        index = constant(level, 32) if constants else variable(f"deep!i{level % 50}", bitvec(32))
        array = store(array, index, add(V, constant(level, 8)))
    return array


@pytest.mark.parametrize("constants", [True, False])
def test_deep_chains_of_stores(constants: bool) -> None:
    levels = 10_000
    array = deep_store(levels, constants)
    last = array.args[1]
    assert array.size > levels
    names = sorted(array.free)
    assert isinstance(array.sort, ArraySort)
    values: dict[Term, Any] = {n: filled(32, 0) if n is M else n.serial % 7 for n in names}
    expected = evaluate(array, values)
    assert Layout(names).function(array)([values[n] for n in names]) == expected
    assert expected.select(evaluate(last, values)) == (values[V] + levels - 1) % 256
    assert term_from_wire(json.loads(json.dumps(terms_to_wire([array])))) is array
    assert pickle.loads(pickle.dumps(array)) is array
    sorts = {n.name: n.sort for n in names}
    assert term_from_text(term_to_text(array), sorts.__getitem__) is array
    assert len(pretty(array)) == 2000
    assert repr(array)
    assert select(array, last) is add(V, constant(levels - 1, 8))
    read = select(array, K)
    assert evaluate(read, {**values, K: 3}) == expected.select(3)
    moved = substitute(read, {K: last, V: W})
    assert moved is add(W, constant(levels - 1, 8))
    assert simplify_conjunction((ne(read, V), eq(V, constant(3, 8)))) is not None
    if constants:
        assert select(array, constant(17, 32)) is add(V, constant(17, 8))
        assert select(array, constant(levels, 32)) is select(M, constant(levels, 32))


def test_deep_chains_of_choices_and_concatenations() -> None:
    array, joined = M, V
    for level in range(3000):
        array = store(ite(variable(f"deep!p{level}", BOOL), array, N), AT, select(array, J))
        joined = concat(joined, variable(f"deep!b{level}", bitvec(8)))
    values: dict[Term, Any] = {v: filled(32, 1) if isinstance(v.sort, ArraySort) else 0 for v in array.free}
    assert evaluate(select(array, K), {**values, K: 5}) == 1
    assert part(joined, joined.width - 1, joined.width - 8) is V
    assert evaluate(eq(joined, constant(0, joined.width)), dict.fromkeys(joined.free, 0))
