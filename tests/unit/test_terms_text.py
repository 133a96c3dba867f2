"""Terms as text, as data, for people, and in C."""

from __future__ import annotations

import ctypes
import json
import random
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from helpers.terms import BINARY, COMPARISONS, TermMaker, random_valuation, raw, valuations, variables
from maymust.engines.auto.suppliers.native.expressions import statements
from maymust.errors import InternalError
from maymust.terms import (
    BOOL,
    FALSE,
    TRUE,
    Sort,
    Term,
    add,
    and_,
    bitvec,
    constant,
    disjunction,
    eq,
    ite,
    less,
    less_equal,
    make,
    ne,
    negation,
    resize,
    variable,
)
from maymust.terms import operators as ops
from maymust.terms.c_spelling import C_PRELUDE
from maymust.terms.evaluate import evaluate
from maymust.terms.float_operators import FLOAT_ROWS
from maymust.terms.pretty import Reading, pretty
from maymust.terms.text import TermSyntaxError, quoted, term_from_text, term_to_text
from maymust.terms.wire import WireError, term_from_wire, terms_from_wire, terms_to_wire

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

X, Y = variable("x", bitvec(8)), variable("y", bitvec(8))
P = variable("p", BOOL)
SORTS: dict[str, Sort] = {
    "x": bitvec(8),
    "y": bitvec(8),
    "p": BOOL,
    "a b": bitvec(8),
    "true": bitvec(4),
    "": BOOL,
}


def read(text: str) -> Term:
    return term_from_text(text, SORTS.__getitem__)


def test_text_is_exact() -> None:
    term = and_(less(X, constant(-1, 8), signed=True), eq(resize(Y, 4, signed=False), constant(15, 4)))
    assert term_to_text(term) == "(and (slt x 255:8) (eq (extract 3 0 y) 15:4))"
    assert read(term_to_text(term)) is term
    assert read("  ( and p ( not(eq x y) ) ) ") is and_(P, ne(X, Y))
    assert read("true") is TRUE
    assert term_to_text(FALSE) == "false"


@pytest.mark.parametrize(
    "name", ["a b", "true", "", "5", "a(b", "né", "main::x", "3/17/f::y", "?%start@1", "in!3"]
)
def test_every_name_can_be_written(name: str) -> None:
    term = add(variable(name, bitvec(8)), X)
    assert term_from_text(term_to_text(term), lambda _: bitvec(8)) is term


@pytest.mark.parametrize("name", ["a|b", "a\nb", "a\u2028b"])
def test_names_that_would_break_the_text_are_refused(name: str) -> None:
    with pytest.raises(InternalError):
        quoted(name)


def test_random_terms_survive_text_and_wire(size: Callable[[int], int]) -> None:
    rng = random.Random(2)
    names = [*variables(8), *variables(3), *variables(0)]
    sorts = {v.name: v.sort for v in names}
    maker = TermMaker(rng, names, widths=(1, 3, 8, 16))
    for _ in range(size(200)):
        terms = [maker.term(rng.choice((0, 3, 8)), 5) for _ in range(2)]
        for term in terms:
            assert term_from_text(term_to_text(term), sorts.__getitem__) is term
        data = json.loads(json.dumps(terms_to_wire(terms)))
        assert terms_from_wire(data) == terms


@pytest.mark.parametrize(
    "text",
    [
        "", "(", ")", "x)", "(add x y", "x y", "(add x)", "(add x y x)", "(foo x y)", "(add x z)",
        "(|add| x y)", "(add 3 x y)", "(extract x)", "(extract 9 0 x)", "(add x p)", "(and p)", "5", "1:0",
        "1:99999999999",
        "256:8", "|x", "((add) x y)", "(not p p)", "(zext 8 x)", "()",
    ],
)  # fmt: skip
def test_syntax_errors_are_syntax_errors(text: str) -> None:
    with pytest.raises(TermSyntaxError):
        read(text)


def test_wire_keeps_sharing() -> None:
    term = X
    for _ in range(200):
        term = make(ops.MUL, (term, term))
    data = terms_to_wire([term])
    assert len(data["nodes"]) == 201
    assert term_from_wire(data) is term


@pytest.mark.parametrize(
    ("nodes", "roots"),
    [
        ([["v", "x", "bv8"]], [1]),
        ([["v", "x", "bv8"]], [-1]),
        ([["v", "x", "bv8"]], [True]),
        ([["v", "x", "bv8"]], ["0"]),
        ([["v", 7, "bv8"]], [0]),
        ([["v", "x", "real"]], [0]),
        ([["v", "x", 8]], [0]),
        ([["c", 1.5, 8]], [0]),
        ([["c", 256, 8]], [0]),
        ([["c", -1, 8]], [0]),
        ([["c", 2, 0]], [0]),
        ([["c", True, 8]], [0]),
        ([["c", 1, True]], [0]),
        ([["c", 1, -8]], [0]),
        ([["c", 1, 10**12]], [0]),
        ([["c", 1]], [0]),
        ([["c", 1, 8, 9]], [0]),
        ([["nop", [], []]], [0]),
        ([[["c"], [], []]], [0]),
        ([["not", [], [0]]], [0]),
        ([["v", "p", "bool"], ["not", [], [0, 0]]], [1]),
        ([["v", "p", "bool"], ["and", [], [0]]], [1]),
        ([["v", "p", "bool"], ["and", [], [0, 1]]], [1]),
        ([["v", "x", "bv8"], ["zext", [16.0], [0]]], [1]),
        ([["v", "x", "bv8"], ["zext", [], [0]]], [1]),
        ([["v", "x", "bv8"], ["add", [1], [0, 0]]], [1]),
        ([["v", "x", "bv8"], ["add", [], 0]], [1]),
        ([["v", "x", "bv8"], ["add", [], [0, -1]]], [1]),
        (["v"], [0]),
        (None, [0]),
    ],
)
def test_data_that_is_no_table_is_refused(nodes: Any, roots: Any) -> None:
    with pytest.raises(WireError):
        terms_from_wire({"nodes": nodes, "roots": roots})


def test_missing_parts_of_a_table_are_refused() -> None:
    with pytest.raises(WireError):
        terms_from_wire({"nodes": []})


J, N, S, U = (variable(name, bitvec(32)) for name in ("i", "n", "sum", "u"))
L, C = variable("l", bitvec(64)), variable("c", bitvec(8))
READING = Reading(signed=lambda v: v is not U, written={10})


def _times(term: Term, factor: int) -> Term:
    return raw(ops.MUL, (term, constant(factor, 32)))


def _wide(term: Term, *, signed: bool = True) -> Term:
    return resize(term, 64, signed=signed)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (TRUE, "true"),
        (constant(255, 8), "-1"),
        (negation(P), "!p"),
        (less(J, N, signed=True), "i < n"),
        (less(N, J, signed=True), "i > n"),
        (less_equal(J, N, signed=True), "i <= n"),
        (less_equal(N, J, signed=True), "i >= n"),
        (less(J, constant(10, 32), signed=True), "i < 10"),
        (less(J, constant(11, 32), signed=True), "i <= 10"),
        (less(J, constant(12, 32), signed=True), "i < 12"),
        (less(J, constant(-5, 32), signed=True), "i < -5"),
        (less(J, constant(10, 32), signed=False), "(unsigned)i < 10"),
        (less(U, constant(-5, 32), signed=False), "u < 4294967291"),
        (less(U, constant(5, 32), signed=True), "(int)u < 5"),
        (ne(J, N), "i != n"),
        (eq(J, constant(-1, 32)), "i == -1"),
        (eq(U, constant(-1, 32)), "u == 4294967295"),
        (eq(raw(ops.ADD, (S, _times(J, -2))), constant(0, 32)), "sum == 2*i"),
        (eq(raw(ops.SUB, (S, N)), constant(-5, 32)), "n == sum + 5"),
        (eq(raw(ops.SUB, (constant(5, 32), N)), S), "n + sum == 5"),
        (raw(ops.ADD, (N, constant(-1, 32))), "n - 1"),
        (raw(ops.ADD, (_times(J, -3), N)), "n - 3*i"),
        (raw(ops.SUB, (constant(0, 32), N)), "-n"),
        (raw(ops.SUB, (J, raw(ops.SUB, (N, S)))), "i - (n - sum)"),
        (raw(ops.SUB, (raw(ops.SUB, (J, N)), S)), "i - n - sum"),
        (raw(ops.MUL, (J, raw(ops.ADD, (N, S)))), "i * (n + sum)"),
        (raw(ops.ADD, (raw(ops.MUL, (J, N)), S)), "i * n + sum"),
        (eq(raw(ops.BAND, (J, constant(1, 32))), constant(0, 32)), "(i & 1) == 0"),
        (eq(raw(ops.SREM, (J, constant(3, 32))), constant(1, 32)), "i % 3 == 1"),
        (eq(raw(ops.UREM, (J, constant(3, 32))), constant(1, 32)), "(unsigned)i % 3 == 1"),
        (raw(ops.BOR, (U, constant(-2, 32))), "u | 4294967294"),
        (raw(ops.LSHR, (U, J)), "u >> i"),
        (raw(ops.LSHR, (J, U)), "(unsigned)i >> u"),
        (ite(less(J, N, signed=True), S, U), "i < n ? sum : u"),
        (less(_wide(J), L, signed=True), "l > i"),
        (less(raw(ops.ADD, (_wide(J), constant(3, 64))), L, signed=True), "l > (long long)i + 3"),
        (less(_wide(J), _wide(U, signed=False), signed=True), "(long long)i < (long long)u"),
        (less(resize(C, 32, signed=True), J, signed=True), "c < i"),
        (less(resize(C, 32, signed=False), J, signed=True), "i > (unsigned char)c"),
        (resize(J, 8, signed=False), "(signed char)i"),
        (resize(U, 8, signed=False), "(unsigned char)u"),
        (resize(J, 4, signed=False), "i & 15"),
        (raw(ops.EXTRACT, (J,), (15, 8)), "(unsigned char)((unsigned)i >> 8)"),
    ],
)
def test_pretty(term: Term, text: str) -> None:
    assert pretty(term, READING) == text


def test_pretty_connectives() -> None:
    """Their arguments stand in order of creation, which other tests may have changed."""
    both = and_(eq(J, N), less(J, S, signed=True))
    assert pretty(both, READING) in ("i == n && i < sum", "i < sum && i == n")
    either = disjunction((both, P))
    assert pretty(either) in (f"p || ({pretty(both)})", f"({pretty(both)}) || p")
    assert sorted(pretty(negation(either))) == sorted("!p && (i != n || i >= sum)")


def test_pretty_ranges() -> None:
    def one_of(term: Term, values: list[int]) -> Term:
        return disjunction(eq(term, constant(value, 32)) for value in values)

    assert pretty(one_of(J, [-1, 0, 1]), READING) == "-1 <= i && i <= 1"
    assert pretty(one_of(U, [7, 6, 5]), READING) == "5 <= u && u <= 7"
    for values in ([1, 3, 5], [1, 2]):
        assert sorted(pretty(one_of(J, values), READING).split(" || ")) == [f"i == {v}" for v in values]
    wrapping = one_of(U, [-1, 0, 1])
    assert pretty(wrapping, READING).count("||") == 2


def test_pretty_uses_given_names_and_a_limit() -> None:
    named = Reading(name=lambda v: f"<{v.name}>")
    assert pretty(less(X, Y, signed=True), named) == "<x> < <y>"
    term = X
    for i in range(100):
        term = raw(ops.SUB, (term, constant(i, 8)))
    short = pretty(term, limit=50)
    assert len(short) == 50
    assert short.endswith("…")
    shared = X
    for _ in range(300):
        shared = make(ops.MUL, (shared, shared))
    assert len(pretty(shared)) == 2000
    assert len(repr(shared)) == 400


# -- C -----------------------------------------------------------------------------------------------------


def compile_c(folder: Path, functions: list[str]) -> ctypes.CDLL:
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("gcc is not installed: the C column of the operator table cannot be run")
    source, library = folder / "terms.c", folder / "terms.so"
    source.write_text(C_PRELUDE + "\n".join(functions))
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Wno-unused-function", "-Wno-parentheses"]
    subprocess.run([compiler, *flags, "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-o",
                    str(library), str(source)], check=True, capture_output=True, text=True)  # fmt: skip
    return ctypes.CDLL(str(library))


def c_function(number: int, term: Term, names: list[Term]) -> str:
    parameters = ", ".join(f"uint64_t {v.name}" for v in names)
    before, (value,) = statements((term,), {v: str(v.name) for v in names}, "part")
    return f"uint64_t f{number}({parameters}) {{ {' '.join(before)} return {value}; }}"


def call(library: ctypes.CDLL, number: int, values: list[int]) -> int:
    function = library[f"f{number}"]
    function.restype = ctypes.c_uint64
    return int(function(*[ctypes.c_uint64(v) for v in values]))


def test_the_c_column_of_every_operator(tmp_path: Path, size: Callable[[int], int]) -> None:
    cases: list[tuple[Term, list[Term]]] = []
    for width in (8, 16, 32, 64):
        names = variables(width)
        condition = variables(0, 1)
        cases += [(raw(op, names), names) for op in (*BINARY, *COMPARISONS)]
        cases.append((raw(ops.ITE, (*condition, *names)), condition + names))
        for wider in (w for w in (16, 32, 64) if w > width):
            cases += [(raw(op, names[:1], (wider,)), names[:1]) for op in (ops.ZEXT, ops.SEXT)]
        cases += [
            (raw(ops.EXTRACT, names[:1], (high, low)), names[:1])
            for high, low in ((width - 1, 0), (width - 1, width - 1), (width // 2, 3), (0, 0), (7, 1))
        ]
    flags = variables(0, 3)
    cases += [(raw(op, flags), flags) for op in (ops.AND, ops.OR)]
    cases += [(raw(ops.NOT, flags[:1]), flags[:1]), (raw(ops.EQ, flags[:2]), flags[:2])]
    for wide, narrow in ((8, 8), (32, 32), (56, 8), (8, 56), (1, 63)):
        names = [*variables(wide, 1, "high"), *variables(narrow, 1, "low")]
        cases.append((raw(ops.CONCAT, names), names))
    others = {op for op in ops.OPERATORS.values() if op.c is None} | set(
        FLOAT_ROWS
    )  # floats: see their tests
    assert {term.op for term, _ in cases} == set(ops.OPERATORS.values()) - others
    library = compile_c(tmp_path, [c_function(i, term, names) for i, (term, names) in enumerate(cases)])
    rng = random.Random(17)
    for number, (term, names) in enumerate(cases):
        for _ in range(size(150)):
            valuation = random_valuation(rng, names)
            if len(names) == 2 and rng.random() < 0.3:  # shifts by little, divisions by little
                valuation[names[1]] %= 70
            assert call(library, number, list(valuation.values())) == evaluate(term, valuation), (
                term,
                valuation,
            )


def test_random_terms_in_c(tmp_path: Path, size: Callable[[int], int]) -> None:
    rng = random.Random(23)
    names = [*variables(32), *variables(8), *variables(0)]
    maker = TermMaker(rng, names, widths=(1, 8, 16, 32, 64))
    terms = [maker.term(rng.choice((0, 8, 32)), 4) for _ in range(size(80))]
    library = compile_c(tmp_path, [c_function(i, term, names) for i, term in enumerate(terms)])
    for number, term in enumerate(terms):
        for _ in range(20):
            valuation = random_valuation(rng, names)
            assert call(library, number, list(valuation.values())) == evaluate(term, valuation), (
                term,
                valuation,
            )


def test_the_c_prelude_on_narrow_widths(tmp_path: Path) -> None:
    cases = [
        (raw(op, variables(w)), variables(w)) for w in (1, 2, 3) for op in (ops.SDIV, ops.SREM, ops.ASHR)
    ]
    cases += [(raw(ops.SEXT, variables(w, 1), (5,)), variables(w, 1)) for w in (1, 2, 3)]
    library = compile_c(tmp_path, [c_function(i, term, names) for i, (term, names) in enumerate(cases)])
    for number, (term, names) in enumerate(cases):
        for valuation in valuations(names):
            assert call(library, number, list(valuation.values())) == evaluate(term, valuation), (
                term,
                valuation,
            )
