"""The meaning of FIR's expressions."""

from __future__ import annotations

import pytest

from helpers.fir import DECLARATIONS
from maymust.fir import read
from maymust.fir.evaluation import Evaluator
from maymust.fir.tree import Spec
from maymust.fir.values import Relation, State, of_atoms, shown

STATE = State(
    {
        "f": frozenset({("A1", "B1"), ("A2", "B1")}),
        "g": frozenset({("A1", "A2"), ("A2", "A3")}),
        "n": of_atoms(3, 2),
        "t": of_atoms("true", "false"),
        "r": frozenset({("A1", "B1", 1), ("A1", "B2", 2)}),
        "a": of_atoms("A1"),
        "b": of_atoms("B1"),
        "i": of_atoms(-1),
        "p": frozenset(),
        "a2": of_atoms("A2", "A3"),
    },
    {"A": of_atoms("A1", "A2", "A3"), "B": of_atoms("B1", "B2")},
)
OLD = STATE.with_values({"n": of_atoms(1), "a": of_atoms("A3")})


def value(text: str, width: int = 4) -> Relation:
    program, _ = read(f"{DECLARATIONS} proc go (a, b, i, p, a2) : () {{ spec(one ({text})) }}")
    statement = program.procedures["go"].body[0]
    assert isinstance(statement, Spec)
    return Evaluator(program, width).value(statement.condition.operand, STATE, OLD)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # §2.1.1: sets where one integer or Boolean is meant
        ("(3 ∪ 4) - ∅", "{7}"),
        ("t ∧ ∅", "{false}"),
        ("t ∧ (true ∪ false)", "{true}"),
        ("¬p", "{true}"),
        ("n + 0", "{5}"),
        ("1 ∪ 2", "{1, 2}"),
        ("true→false", "{⟨true, false⟩}"),
        # Fig. 2-3: joins
        ("a.r", "{⟨B1, 1⟩, ⟨B2, 2⟩}"),
        ("A.f", "{B1}"),
        ("a.f", "{B1}"),
        ("f.b", "{A1, A2}"),
        ("g.g", "{⟨A1, A3⟩}"),
        # set operations
        ("g ⊕ a→a", "{⟨A1, A1⟩, ⟨A2, A3⟩}"),
        ("r ⊕ a→b→3", "{⟨A1, B1, 3⟩, ⟨A1, B2, 2⟩}"),
        ("a2 \\ a ∪ a ∩ A", "{A1, A2, A3}"),
        ("^g", "{⟨A1, A2⟩, ⟨A1, A3⟩, ⟨A2, A3⟩}"),
        ("a.*g", "{A1, A2, A3}"),
        ("L.*g", "{L}"),
        ("#*g", "{7}"),  # three pairs, and four atoms: three allocated, and L
        ("~g", "{⟨A2, A1⟩, ⟨A3, A2⟩}"),
        ("π(r, 3, 1)", "{⟨1, A1⟩, ⟨2, A1⟩}"),
        ("L ∪ a", "{A1, L}"),
        ("L ⊆ A", "{false}"),  # §3.2.6: a literal's atom is not allocated
        ("{a2, a | a2→a ⊆ g}", "{⟨A1, A2⟩, ⟨A2, A3⟩}"),
        # quantifiers are over single atoms, whatever the variable's own value
        ("∀ a2 | one a2", "{true}"),
        ("∃ i | i = n", "{false}"),
        ("Σ a2 | #a2.g", "{2}"),
        ("∀ a, a2 | a ≠ a2 ⇒ a.g ≠ a2.g", "{true}"),
        ("one a.f ? a : ∅", "{A1}"),
        # old values
        ("n_old", "{1}"),
        ("a_old ∪ a", "{A1, A3}"),
        # integers wrap around; / rounds towards zero
        ("7 + 1", "{-8}"),
        ("9", "{-7}"),
        ("-8", "{-8}"),
        ("- (-8)", "{-8}"),
        ("-7 ÷ 2", "{-3}"),
        ("-7 mod 2", "{-1}"),
        ("5 ÷ 0", "{-1}"),
        ("-5 ÷ 0", "{1}"),
        ("5 mod 0", "{5}"),
        ("6 & 3", "{2}"),
        ("6 | 1", "{7}"),
        ("6 ^ 3", "{5}"),
        ("1 << 3", "{-8}"),
        ("1 << 4", "{0}"),
        ("-8 >> 2", "{-2}"),
        ("-8 >>> 2", "{2}"),
        ("-1 >>> 9", "{0}"),
        ("#Integer", "{0}"),  # sixteen
        ("2 × n", "{-6}"),
        ("n > 4", "{true}"),
        ("t ⇔ true", "{true}"),
        ("lone ∅ ∧ no ∅ ∧ ¬some ∅ ∧ ¬one ∅", "{true}"),
    ],
)
def test_values(text: str, expected: str) -> None:
    assert shown(value(text)) == expected
