"""FIR programs of the thesis, and small things to say about programs and states."""

from __future__ import annotations

import random
from pathlib import Path

from maymust.fir import read
from maymust.fir.graph import Graph, graphs_of
from maymust.fir.operators import BINARY, UNARY
from maymust.fir.tree import (
    Binary,
    BooleanLiteral,
    Conditional,
    DomainUse,
    EmptySet,
    Expression,
    IntegerLiteral,
    LiteralUse,
    OldUse,
    Program,
    Projection,
    Quantified,
    Unary,
    VariableUse,
)

THESIS = Path(__file__).parent.parent / "papers" / "fir"

DECLARATIONS = """
domain A, domain B, literal L: A
global f: A→B, global g: A→A, global n: Integer, global t: Boolean, global r: A→B→Integer
local a: A, local b: B, local i: Integer, local p: Boolean, local a2: A, local u: A ∪ B
"""


def thesis_program(name: str) -> Program:
    """A program of the thesis, from `tests/papers/fir`; it has no warnings."""
    path = THESIS / f"{name}.fir"
    program, warnings = read(path.read_text(encoding="utf-8"), path.name)
    assert not warnings
    return program


def graphs(text: str) -> dict[str, Graph]:
    """The graphs of a program's procedures."""
    return graphs_of(read(text)[0])


class RandomExpressions:
    """Well-typed expressions over `DECLARATIONS`, of a kind that is asked for."""

    def __init__(self, seed: int, old: bool = True) -> None:
        self.random = random.Random(seed)
        self.old = old

    def pick(self, *makers: Expression) -> Expression:
        return self.random.choice(makers)

    def variable(self, name: str) -> Expression:
        return OldUse(name) if self.old and self.random.random() < 0.2 else VariableUse(name)

    def boolean(self, depth: int) -> Expression:
        if depth == 0:
            return self.pick(
                BooleanLiteral(True), BooleanLiteral(False), self.variable("t"), DomainUse("Boolean")
            )
        choice = self.random.randrange(7)
        less = depth - 1
        if choice == 0:
            return Unary("not", self.boolean(less))
        if choice == 1:
            operator = self.random.choice(["and", "or", "implies", "iff"])
            return Binary(operator, self.boolean(less), self.boolean(less))
        if choice == 2:
            operator = self.random.choice(["equal", "unequal", "subset"])
            kind = self.random.choice([self.set_of_a, self.pairs, self.integer, self.boolean])
            return Binary(operator, kind(less), kind(less))
        if choice == 3:
            operator = self.random.choice(["greater", "less", "at_least", "at_most"])
            return Binary(operator, self.integer(less), self.integer(less))
        if choice == 4:
            kind = self.random.choice([self.set_of_a, self.pairs, self.integer])
            return Unary(self.random.choice(["some", "one", "lone", "no"]), kind(less))
        if choice == 5:
            variables = self.random.choice([("a",), ("a", "a2"), ("i",)])
            return Quantified(self.random.choice(["all", "exists"]), variables, self.boolean(less))
        return Conditional(self.boolean(less), self.boolean(less), self.boolean(less))

    def integer(self, depth: int) -> Expression:
        if depth == 0:
            numbers = [IntegerLiteral(self.random.randint(-4, 3)) for _ in range(2)]
            return self.pick(*numbers, self.variable("n"), EmptySet())
        less = depth - 1
        choice = self.random.randrange(6)
        if choice == 0:
            operator = self.random.choice([name for name, each in BINARY.items() if each.gives == "integer"])
            return Binary(operator, self.integer(less), self.integer(less))
        if choice == 1:
            return Unary("cardinality", self.random.choice([self.set_of_a, self.pairs])(less))
        if choice == 2:
            return _negative(self.integer(less))
        if choice == 3:
            return Quantified("sum", ("a",), self.integer(less))
        if choice == 4:
            return Binary("union", self.integer(less), self.integer(less))
        return Projection(self.variable("r"), (3,))

    def set_of_a(self, depth: int) -> Expression:
        if depth == 0:
            return self.pick(DomainUse("A"), LiteralUse("L"), VariableUse("a"), EmptySet())
        less = depth - 1
        choice = self.random.randrange(5)
        if choice == 0:
            operator = self.random.choice(["union", "intersection", "difference"])
            return Binary(operator, self.set_of_a(less), self.set_of_a(less))
        if choice == 1:
            return Binary("join", self.set_of_a(less), self.pairs(less))
        if choice == 2:
            return Binary("join", self.pairs(less), self.set_of_a(less))
        if choice == 3:
            return Quantified("comprehension", ("a",), self.boolean(less))
        return Projection(self.pairs(less), (self.random.choice([1, 2]),))

    def pairs(self, depth: int) -> Expression:
        if depth == 0:
            return self.variable("g")
        less = depth - 1
        choice = self.random.randrange(6)
        if choice == 0:
            operator = self.random.choice(["union", "intersection", "difference", "override"])
            return Binary(operator, self.pairs(less), self.pairs(less))
        if choice == 1:
            return Binary("product", self.set_of_a(less), self.set_of_a(less))
        if choice == 2:
            operators = [name for name, each in UNARY.items() if each.gives == "relation"]
            return Unary(self.random.choice(operators), self.pairs(less))
        if choice == 3:
            return Binary("join", self.pairs(less), self.pairs(less))
        if choice == 4:
            return Quantified("comprehension", ("a", "a2"), self.boolean(less))
        return Projection(self.pairs(less), (2, 1))


def _negative(operand: Expression) -> Expression:
    """The negative as it is read: of a positive number, a number."""
    if isinstance(operand, IntegerLiteral) and operand.value > 0:
        return IntegerLiteral(-operand.value)
    return Unary("negate", operand)
