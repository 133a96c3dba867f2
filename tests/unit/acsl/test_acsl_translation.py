# ruff: noqa: ARG002 - the vocabulary here has one type of objects
"""Contracts in FIR: what a clause means, where it is defined, and when its numbers fit."""

from __future__ import annotations

from typing import Literal

import pytest

from maymust.diagnostics import InputError
from maymust.fir import tree as fir
from maymust.fir.printing import show
from maymust.fir.tree import Expression
from maymust.frontends.acsl import contracts_of
from maymust.frontends.acsl.typed import Path, TypedContract
from maymust.frontends.c import COptions
from maymust.frontends.c.types import CType, IntType, PointerType, RecordType
from maymust.specifications.acsl.meaning.translation import FirContract, translated
from maymust.specifications.acsl.meaning.vocabulary import State, Unspeakable

DECLARED = """
struct node { int value; struct node *next; };
int count;
unsigned char small;
"""
FUNCTION = "struct node *f(struct node *p, int x, unsigned u) { return p; }"


class Plain:
    """Nodes are a domain, null is a literal of it, members are relations with their own names."""

    width = 5

    def __init__(self) -> None:
        self._count = 0

    def null(self, of: CType) -> Expression:
        return fir.LiteralUse("Null")

    def variable(
        self, kind: Literal["parameter", "global"], name: str, path: Path, type_: CType, state: State
    ) -> Expression:
        return fir.OldUse(name) if state == "old" and kind == "global" else fir.VariableUse(name)

    def result(self, type_: CType) -> Expression:
        return fir.VariableUse("result")

    def field(self, of: CType, path: Path, state: State) -> Expression:
        if not isinstance(of, RecordType):
            raise Unspeakable("only nodes are known")
        return fir.OldUse(path[0]) if state == "old" else fir.VariableUse(path[0])

    def places(self, of: CType, path: Path) -> Expression:
        return fir.VariableUse("places")

    def links(self, of: CType, path: Path, state: State) -> Expression:
        return self.field(of, path, state)

    def objects(self, of: CType, state: State) -> Expression:
        return fir.OldUse("Node") if state == "old" else fir.DomainUse("Node")

    def all_objects(self, of: CType, state: State) -> Expression:
        return self.objects(of, state)

    def bound(self, type_: IntType | PointerType) -> str:
        self._count += 1
        return f"{'o' if isinstance(type_, PointerType) else 'i'}{self._count}"

    def globals(self) -> list[tuple[str, Path, Expression, Expression]]:
        return [(name, (), fir.VariableUse(name), fir.OldUse(name)) for name in ("count", "small")]

    def fields(self) -> list[tuple[CType, Path]]:
        (node,) = {each for each in self.known if isinstance(each, RecordType)}
        return [(node, ("value",)), (node, ("next",))]

    known: tuple[CType, ...] = ()


def contract_of(clauses: str, function: str = FUNCTION) -> tuple[TypedContract, Plain]:
    found = contracts_of("f.c", f"{DECLARED}/*@ {clauses} */ {function}\n".encode(), COptions())
    words = Plain()
    words.known = tuple(found.scopes["f"].types.values())
    return found.contracts["f"], words


def in_fir(clauses: str, function: str = FUNCTION) -> FirContract:
    return translated(*contract_of(clauses, function))


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("x == 1 ==> p == \\null", "x = 1 ⇒ p = Null"),
        ("p && !x", "p ≠ Null ∧ ¬(x ≠ 0)"),
        ("0 <= x < 3", "0 ≤ x ∧ x < 3"),
        ("\\valid(p)", "p ≠ Null ∧ p ⊆ Node"),
        ("p->value > 0", "p ≠ Null ∧ p ⊆ Node ∧ 0 < p.value"),
        ("p == \\null || p->value == 1", "(¬(p = Null) ⇒ p ≠ Null ∧ p ⊆ Node) ∧ (p = Null ∨ p.value = 1)"),
        ("u < 3u", "u < 0 ⇔ 3 < 0 ? u < 3 : 3 < 0"),
        ("x / u == 1 || 1", None),
        ("x % 2 == 0", "x mod 2 = 0"),
        ("\\forall struct node *n; n->value == x", "∀ o2 | o2.value = x"),
        ("\\exists int i; i == x", "∃ i2 | i2 = x"),
        ("x \\in (1 .. 3)", "x ⊆ {i1 | 1 ≤ i1 ∧ i1 ≤ 3}"),
        ("p \\in {n | struct node *n; n->next == p}", "p ≠ Null ∧ p ⊆ {o2 | o2.next = p}"),
        ("\\card({x, 1}) == 2", "#(x ∪ 1) = 2"),
        (
            "\\reach(p, next) == \\empty",
            "p \\ Null ⊆ Node ∧ p \\ Null ∪ ((p \\ Null).^next \\ Null) = ∅",
        ),
        ("small == 4", "small = 4"),
    ],
)
def test_conditions(condition: str, text: str | None) -> None:
    if text is None:
        with pytest.raises(InputError, match="unsigned"):
            in_fir(f"requires {condition};")
        return
    (clause,) = in_fir(f"requires {condition};").requires
    shown = show(clause.condition)
    assert shown == text or shown.endswith(f"∧ {text}"), shown


def test_old_values_are_those_of_the_start() -> None:
    ensured = in_fir("ensures \\result->next == \\old(p->next) && count == \\old(count);").ensures
    text = show(ensured[0].condition)
    defined = "result ≠ Null ∧ result ⊆ Node ∧ (p ≠ Null ∧ p ⊆ Node_old)"
    assert text == f"{defined} ∧ (result.next = p.next_old ∧ count = count_old)"


def test_what_is_new_was_not_there() -> None:
    (clause,) = in_fir("ensures \\fresh(\\result);").ensures
    assert show(clause.condition) == "result ≠ Null ∧ result ⊆ Node ∧ no result ∩ Node_old"


def test_numbers_must_fit() -> None:
    fits = "(x < 0 ⇔ 1 < 0) ⇒ (x + 1 < 0 ⇔ x < 0)"
    required, ensured = in_fir("requires x + 1 > 0; ensures x + 1 > 0;").requires, None
    assert show(required[0].condition) == f"({fits}) ∧ 0 < x + 1"
    (ensured,) = in_fir("ensures x + 1 > 0;").ensures
    assert show(ensured.condition) == f"({fits}) ⇒ 0 < x + 1"


def test_bytes_are_not_negative() -> None:
    """In five bits, not all bytes fit."""
    (clause,) = in_fir("ensures small < x;").ensures
    assert show(clause.condition) == "¬(small < 0) ⇒ small < x"


def test_what_is_not_assigned_does_not_change() -> None:
    (frame,) = in_fir("assigns count, p->next;").ensures
    assert show(frame.condition) == (
        "small = small_old ∧ (∀ o1 | o1 ⊆ Node_old ⇒ o1.value = o1.value_old)"
        " ∧ (∀ o2 | o2 ⊆ Node_old \\ p ⇒ o2.next = o2.next_old)"
    )
    assert frame.text == "assigns count, p->next"


def test_what_cannot_be_said_is_refused_with_its_place() -> None:
    with pytest.raises(InputError) as caught:
        in_fir("requires *q == 1;", "int f(int *q) { return 0; }")
    (found,) = caught.value.diagnostics
    assert (found.message, found.span.line) == ("only nodes are known", 5)
