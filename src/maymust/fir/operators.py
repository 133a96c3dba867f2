"""The operators of FIR: one table gives each one's spellings, its precedence and what it takes and gives.

`relation` operands are taken as they are, `boolean` and `integer` ones as §2.1.1 of the thesis says. Of the
spellings the first is the thesis's, the second is for keyboards; others are read, never written.
"""

from __future__ import annotations

from typing import Literal

from maymust.frozen import frozen

Kind = Literal["relation", "boolean", "integer"]


@frozen
class Operator:
    """How an operator is written, how tightly it binds (more is tighter), and its operands and result."""

    spellings: tuple[str, ...]
    precedence: int
    takes: Kind
    gives: Kind
    right_associative: bool = False


CONDITIONAL_PRECEDENCE = 1
QUANTIFIED_PRECEDENCE = 0

BINARY: dict[str, Operator] = {
    "iff": Operator(("⇔", "<=>"), 2, "boolean", "boolean"),
    "implies": Operator(("⇒", "=>"), 3, "boolean", "boolean", right_associative=True),
    "or": Operator(("∨", "or", "||"), 4, "boolean", "boolean"),
    "and": Operator(("∧", "and", "&&"), 5, "boolean", "boolean"),
    "equal": Operator(("=", "="), 7, "relation", "boolean"),
    "unequal": Operator(("≠", "!="), 7, "relation", "boolean"),
    "subset": Operator(("⊆", "in"), 7, "relation", "boolean"),
    "greater": Operator((">", ">"), 7, "integer", "boolean"),
    "less": Operator(("<", "<"), 7, "integer", "boolean"),
    "at_least": Operator(("≥", ">="), 7, "integer", "boolean"),
    "at_most": Operator(("≤", "<="), 7, "integer", "boolean"),
    "bit_or": Operator(("|", "|"), 9, "integer", "integer"),
    "bit_xor": Operator(("^", "^"), 10, "integer", "integer"),
    "bit_and": Operator(("&", "&"), 11, "integer", "integer"),
    "shift_left": Operator(("<<", "<<"), 12, "integer", "integer"),
    "shift_right": Operator((">>", ">>"), 12, "integer", "integer"),
    "shift_right_unsigned": Operator((">>>", ">>>"), 12, "integer", "integer"),
    "plus": Operator(("+", "+"), 13, "integer", "integer"),
    "minus": Operator(("-", "-"), 13, "integer", "integer"),
    "union": Operator(("∪", "union"), 13, "relation", "relation"),
    "difference": Operator(("\\", "\\", "∖"), 13, "relation", "relation"),
    "times": Operator(("×", "*"), 14, "integer", "integer"),
    "divide": Operator(("÷", "/"), 14, "integer", "integer"),
    "modulo": Operator(("mod", "mod"), 14, "integer", "integer"),
    "override": Operator(("⊕", "++"), 16, "relation", "relation"),
    "intersection": Operator(("∩", "intersect"), 17, "relation", "relation"),
    "product": Operator(("→", "->"), 18, "relation", "relation"),
    "join": Operator((".", "."), 19, "relation", "relation"),
}

UNARY: dict[str, Operator] = {
    "not": Operator(("¬", "not", "!"), 6, "boolean", "boolean"),
    "some": Operator(("some", "some"), 8, "relation", "boolean"),
    "one": Operator(("one", "one"), 8, "relation", "boolean"),
    "lone": Operator(("lone", "lone"), 8, "relation", "boolean"),
    "no": Operator(("no", "no"), 8, "relation", "boolean"),
    "cardinality": Operator(("#", "#"), 15, "relation", "integer"),
    "negate": Operator(("-", "-"), 15, "integer", "integer"),
    "closure": Operator(("^", "^"), 20, "relation", "relation"),
    "reflexive_closure": Operator(("*", "*"), 20, "relation", "relation"),
    "transpose": Operator(("~", "~"), 20, "relation", "relation"),
}

QUANTIFIERS: dict[str, tuple[str, ...]] = {
    "all": ("∀", "all", "forall"),
    "exists": ("∃", "exists"),
    "sum": ("Σ", "sum"),
}
