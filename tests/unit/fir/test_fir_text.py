"""Reading and writing FIR."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from helpers.fir import DECLARATIONS, THESIS, RandomExpressions
from maymust.diagnostics import InputError
from maymust.fir import read
from maymust.fir.parsing import parse
from maymust.fir.printing import Printer, show
from maymust.fir.tree import Expression, Spec


def expression(text: str) -> Expression:
    program = parse(f"{DECLARATIONS} proc go () : () {{ spec({text}) }}")
    statement = program.procedures["go"].body[0]
    assert isinstance(statement, Spec)
    return statement.condition


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("some g ∪ a→a", "some (g ∪ (a→a))"),
        ("g ⊕ a→a2 = g", "(g ⊕ (a→a2)) = g"),
        ("t ∧ ∀ i | i ⊆ n ⇒ n ≥ i", "t ∧ (∀ i | ((i ⊆ n) ⇒ (n ≥ i)))"),
        ("t ⇒ p ⇒ t", "t ⇒ (p ⇒ t)"),
        ("t ∨ p ∧ ¬t", "t ∨ (p ∧ (¬t))"),
        ("n - i - 1 = 0", "((n - i) - 1) = 0"),
        ("#a.*g = n", "(#(a.(*g))) = n"),
        ("-n × i < 0", "((-n) × i) < 0"),
        ("some ~g.f", "some ((~g).f)"),
        ("a ∪ a2 ⊆ A ∧ one g \\ g", "((a ∪ a2) ⊆ A) ∧ (one (g \\ g))"),
        ("n | i ^ 1 & 2 << 1 = 0", "(n | (i ^ (1 & (2 << 1)))) = 0"),
        ("some a.f ∩ B", "some (a.f ∩ B)"),
        ("t ? p : t ? p : t", "t ? p : (t ? p : t)"),
        ("¬∃ a | some a.f", "¬(∃ a | (some (a.f)))"),
    ],
)
def test_precedences_are_those_of_the_thesis(text: str, meant: str) -> None:
    assert expression(text) == expression(meant)


@pytest.mark.parametrize(
    ("unicode", "plain"),
    [
        ("∀ a | ¬(a ⊆ A) ∨ a ≠ ∅", "all a | not (a in A) or a != none"),
        ("∃ a | t ∧ p ⇔ t ⇒ p", "exists a | t && p <=> t => p"),
        ("g ∪ g ∩ g ⊕ g = a→a", "g union g intersect g ++ g = a->a"),
        ("n × i ÷ 2 ≥ Σ i | i", "n * i / 2 >= (sum i | i)"),
        ("π(r, 1, 3) = {a, i | a→i ⊆ π(r, 1, 3)}", "proj(r, 1, 3) = {a, i | a->i in proj(r, 1, 3)}"),
        ("n ≤ i ∧ A = {}", "n <= i and A = none"),
    ],
)
def test_symbols_have_spellings_for_keyboards(unicode: str, plain: str) -> None:
    if "Σ i | i" in unicode:
        unicode = unicode.replace("Σ i | i", "(Σ i | i)")
    assert expression(unicode) == expression(plain)


@pytest.mark.parametrize("path", sorted(THESIS.glob("*.fir")), ids=lambda path: path.stem)
def test_programs_are_read_back(path: object) -> None:
    program = parse(path.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    for plain in (False, True):
        text = Printer(plain).program(program)
        assert parse(text) == program
        assert text.isascii() == plain or not plain


def test_expressions_are_read_back(size: Callable[[int], int]) -> None:
    for seed in range(size(300)):
        made = RandomExpressions(seed).boolean(4)
        for plain in (False, True):
            text = Printer(plain).expression(made)
            assert expression(text) == made, text


def test_places_are_those_of_the_text() -> None:
    program = parse("domain A\nlocal a: A\nproc p (a) : () {\n  spec(∅ = a)\n}", "x.fir")
    statement = program.procedures["p"].body[0]
    assert isinstance(statement, Spec)
    assert (str(statement.span), statement.span.end_column) == ("x.fir:4:3", 16)  # columns count bytes
    assert show(statement.condition) == "∅ = a"


def test_clauses_become_one_statement() -> None:
    clauses = "requires one a requires t modifies f, n ensures b = a.f"
    procedure = parse(f"{DECLARATIONS} proc go (a) : (b) {clauses} {{ b := a.f }}").procedures["go"]
    assert Printer().procedure(procedure).splitlines()[:3] == [
        "proc go (a) : (b)",
        "  requires one a ∧ t",
        "  meets b, f, n := spec(b = a.f) {",
    ]


# --------------------------------------------------------------------------------------------------- refused
def refused(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read(text, "bad.fir")
    return str(caught.value)


def whole(statement: str) -> str:
    return f"{DECLARATIONS}proc go (a, i, p) : () {{\n{statement}\n}}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("domain A, domain A", "bad.fir:1:11: error: A is declared already"),
        ("domain Integer", "Integer is declared already"),
        ("domain x_old", "x_old cannot be declared"),
        ("literal L: A", "A is no domain of this program"),
        ("global g: A→", "the text ends too early"),
        ("global g: A", "1:11: error: A is not declared"),
        ("domain A global g: A \\ A", "A \\ A is no type"),
        ("domain A global g: A ∪ A→A", "is no type"),
        ("proc p (x) : () {}", "x is no local variable"),
        ("domain A local a: A proc p (a, a) : () {}", "a is twice among the parameters"),
        ("proc p () : () { exit ", "the text ends too early"),
        ("proc p () : () { @ }", "'@' means nothing here"),
        ("proc p () : () { else }", "'else' cannot come here"),
        ("proc p () : () meets spec(true) ensures true {}", "write one or the other"),
    ],
)
def test_bad_declarations_are_refused(text: str, message: str) -> None:
    assert message in refused(text)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("zz := a", "zz is no variable"),
        ("a := zz", "zz is not declared"),
        ("a, a := spec(true)", "a is set twice"),
        ("a, b := a", "only calls and specifications set several"),
        ("a := new Integer", "Integer is no domain that atoms can be allocated from"),
        ("b := new A", "b, of type B, cannot hold an atom of A"),
        ("b := a", "a is of type A, which is not within B"),
        ("a := g", "g has arity 2, but a has 1"),
        ("f := g", "not within A→B"),
        ("a := a.a2", "joins two sets"),
        ("a := a ∪ g", "parts of arity 1 and 2"),
        ("a := a ⊕ a", "⊕ is for relations of arity 2 and more"),
        ("a := ^a", "has arity 1, but 2 is needed"),
        ("i := a + 1", "a is of type A, but Integer is needed"),
        ("if a { }", "a is of type A, but Boolean is needed"),
        ("p := t ∧ n", "n is of type Integer, but Boolean is needed"),
        ("p := g > 1", "g is of type A→A, but Integer is needed"),
        ("a := π(g, 3)", "there is no column 3"),
        ("p := ∀ g | true", "quantified variables are single atoms"),
        ("a := a_old", "old values are known in specifications only"),
        ("while some a_old { }", "old values are known in specifications only"),
        ("break", "break is in no loop"),
        ("q(a)", "there is no procedure q"),
        ("go(a)", "go has 3 arguments, not 1"),
        ("a := go(a, i, p)", "go has 0 results, not 1"),
        ("go(i, i, p)", "in the call of go: i is of type Integer"),
        ("a := a2", "a2 may be read before it is set"),
        ("if some a { a2 := a } a := a2", "a2 may be read before it is set"),
        ("while some a { a2 := a } a := a2", "a2 may be read before it is set"),
        ("b := spec(b ≠ b_old)", "b may be read before it is set"),
        ("spec(" + "(" * 10 + "¬" * 101 + "t" + ")" * 10 + ")", "nested more than 100 levels deep"),
        ("if t {" * 101 + "}" * 101, "nested more than 100 levels deep"),
    ],
)
def test_bad_statements_are_refused(statement: str, message: str) -> None:
    assert message in refused(whole(statement))


def test_all_bad_statements_are_named() -> None:
    assert refused(whole("a := i\nb := i\nbreak")).count("error") == 3


def test_long_texts_are_no_deep_ones() -> None:
    count = 3000
    program, _ = read(whole("\n".join(["n := n + 1"] * count)))
    assert len(program.procedures["go"].body) == count


def test_results_must_be_set() -> None:
    text = f"{DECLARATIONS} proc go (a) : (b) {{ if some a {{ b := a.f }} }}"
    assert "go may end without having set b" in refused(text)


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ("ensures a2 = a", "a2 has no value that the specification of go could mean"),
        ("ensures b_old = b", "b has no value"),
        ("modifies a2 ensures true", "may set outputs and globals, not a2"),
        ("requires some b", "can require something of inputs and globals only"),
        ("requires some f_old", "can require something of inputs and globals only"),
        ("ensures b", "Boolean is needed"),
    ],
)
def test_bad_specifications_are_refused(clause: str, message: str) -> None:
    assert message in refused(f"{DECLARATIONS} proc go (a) : (b) {clause} {{ b := a.f }}")


def warned(statement: str) -> list[str]:
    _, warnings = read(whole(statement))
    return [warning.message for warning in warnings]


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("p := some f.g", "f.g is always empty"),
        ("p := some f.f", "f.f is always empty"),
        ("p := some A ∩ B", "A ∩ B is always empty"),
        ("p := a = B", "no tuple can be on both sides of a = B"),
    ],
)
def test_what_must_be_empty_is_warned_of(statement: str, message: str) -> None:
    assert any(message in each for each in warned(statement))


def test_the_empty_set_itself_is_no_warning() -> None:
    assert not warned("a := ∅  p := a ∩ ∅ = ∅")
