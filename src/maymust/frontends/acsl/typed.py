"""Contracts with types: what `type_check` makes of them, and `specifications.acsl` puts into relations.

Numbers that stand for truth have become comparisons with zero, names are resolved, chains of comparisons are
conjunctions. A value is a truth value, a number or pointer of C, or a set of these; no set contains null.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal, TypeAlias

from maymust.frontends.c.types import CType, IntType, PointerType, spelled
from maymust.frozen import frozen
from maymust.ir.source import NOWHERE, Span


@frozen
class Truth:
    """The type of what is true or false."""


@frozen
class NullType:
    """The type of `\\null`, which is every pointer's."""


@frozen
class SetType:
    """Sets of numbers, or of pointers; the empty set's element is None."""

    element: IntType | PointerType | None


Type: TypeAlias = Truth | NullType | SetType | CType
TRUTH = Truth()
NULL = NullType()

Path = tuple[str, ...]  # members of members
Operator = Literal[
    "not", "and", "or", "implies", "iff",
    "equal", "unequal", "less", "at_most",
    "plus", "minus", "times", "divide", "modulo", "negate", "complement",
    "bit_and", "bit_or", "bit_xor", "shift_left", "shift_right",
    "union", "intersection", "difference", "subset", "in", "card",
    "valid", "fresh",
]  # fmt: skip


@frozen
class Variable:
    """A parameter or global variable, a member of one (`path`), or what a quantifier binds."""

    kind: Literal["parameter", "global", "bound"]
    name: str
    type: Type
    path: Path = ()
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Result:
    """What the function returns."""

    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Number:
    """An integer constant."""

    value: int
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Constant:
    """`\\true`, `\\false`, `\\null` or the empty set."""

    word: str
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Field:
    """The member of what a pointer points to; of a set of pointers, the set of its values.

    Without a path, it is all of what the pointer points to (`*p`). `of` is the type pointed to.
    """

    base: Term
    of: CType
    path: Path
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Element:
    """An element of an array of numbers, which is a global variable or a member, of one or of what a pointer
    points to. With a set of indices, or of pointers, it is the set of all values."""

    array: Variable | Field
    index: Term
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Old:
    """The value before the call."""

    operand: Term
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Apply:
    """An operator and its operands."""

    operator: Operator
    operands: tuple[Term, ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Conditional:
    """One term or the other."""

    condition: Term
    then: Term
    otherwise: Term
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Reach:
    """The objects that a pointer, or a set of them, leads to by these members, and what they begin with."""

    start: Term
    of: CType
    paths: tuple[Path, ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Range:
    """The integers from the least to the most."""

    least: Term
    most: Term
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Quantified:
    """Over all numbers, or over all objects that there are: null is none."""

    kind: Literal["forall", "exists", "set"]
    variables: tuple[Variable, ...]
    body: Term
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


Term: TypeAlias = (
    Variable
    | Result
    | Number
    | Constant
    | Field
    | Element
    | Old
    | Apply
    | Conditional
    | Reach
    | Range
    | Quantified
)
Location: TypeAlias = Variable | Field | Element


@frozen
class Clause:
    """What is required or ensured, and how it is written."""

    term: Term
    text: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Frame:
    """All that may change, and how it is written; if something is assumed, where it is true at the start."""

    locations: tuple[Location, ...]
    text: str
    span: Span = field(default=NOWHERE, compare=False)
    assumes: Term | None = None


@frozen
class TypedContract:
    """What a function requires and ensures; without a frame, it may change anything.

    `cases` are frames of behaviors, beside that. `starts` is what is true at the start, if all is that is
    required.
    """

    function: str
    requires: tuple[Clause, ...]
    ensures: tuple[Clause, ...]
    frame: Frame | None
    span: Span = field(default=NOWHERE, compare=False)
    cases: tuple[Frame, ...] = ()
    starts: tuple[Clause, ...] = ()

    @property
    def frames(self) -> tuple[Frame, ...]:
        """All frames."""
        return self.cases if self.frame is None else (self.frame, *self.cases)


def parts_of(term: Term) -> tuple[Term, ...]:
    """The terms that a term directly consists of."""
    match term:
        case Apply(_, operands):
            return operands
        case Conditional(condition, then, otherwise):
            return condition, then, otherwise
        case Field(base):
            return (base,)
        case Element(array, index):
            return array, index
        case Old(operand):
            return (operand,)
        case Reach(start):
            return (start,)
        case Range(least, most):
            return least, most
        case Quantified(_, _, body):
            return (body,)
        case Variable() | Result() | Number() | Constant():
            return ()


def subterms(term: Term) -> Iterator[Term]:
    """The term and all that it consists of."""
    pending = [term]
    while pending:
        each = pending.pop()
        yield each
        pending.extend(parts_of(each))


def _terms_in(promised: Clause | Frame) -> tuple[Term, ...]:
    if isinstance(promised, Clause):
        return (promised.term,)
    return promised.locations if promised.assumes is None else (*promised.locations, promised.assumes)


def _terms_of(contract: TypedContract) -> list[Term]:
    clauses: list[Clause | Frame] = [*contract.requires, *contract.ensures, *contract.starts]
    clauses += contract.frames
    return [term for each in clauses for term in _terms_in(each)]


def quantifies_over_numbers(promised: Clause | Frame) -> bool:
    """Whether the variable of a quantifier in a clause is a number."""
    parts = (part for term in _terms_in(promised) for part in subterms(term))
    inside = (each for part in parts if isinstance(part, Quantified) for each in part.variables)
    return any(isinstance(each.type, IntType) for each in inside)


def globals_in(contract: TypedContract) -> frozenset[str]:
    """The global variables that a contract names."""
    uses = (each for term in _terms_of(contract) for each in subterms(term))
    return frozenset(each.name for each in uses if isinstance(each, Variable) and each.kind == "global")


def arrays_in(contract: TypedContract) -> frozenset[tuple[str | CType, Path]]:
    """The arrays of which a contract names elements: a global variable or a type, and the member."""
    parts = (part for term in _terms_of(contract) for part in subterms(term))
    arrays = (each.array for each in parts if isinstance(each, Element))
    return frozenset((each.of if isinstance(each, Field) else each.name, each.path) for each in arrays)


def type_text(type_: Type) -> str:
    """A type, for messages."""
    match type_:
        case Truth():
            return "a truth value"
        case NullType():
            return "\\null"
        case SetType(None):
            return "the empty set"
        case SetType(element):
            return f"a set of `{spelled(element)}`" if element is not None else ""
        case _:
            return f"`{spelled(type_)}`"
