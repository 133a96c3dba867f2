"""Contracts as they are written: what `parsing` makes and `printing` shows. `type_check` gives them types."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from maymust.frozen import frozen
from maymust.ir.source import NOWHERE, Span


# --------------------------------------------------------------------------------------------- expressions
@frozen
class Name:
    """A parameter, global variable, enumeration constant, or variable of a quantifier."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Number:
    """An integer constant; with `unsigned`, it ends in `u`, or would not fit else; `longs` is how many `l`
    there are at its end."""

    value: int
    unsigned: bool = False
    longs: int = 0
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Word:
    """`\\result`, `\\null`, `\\true`, `\\false` or `\\empty`, without the backslash."""

    word: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Unary:
    """`- + ~ !`, or `*`."""

    operator: str
    operand: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Binary:
    """An operator of `parsing.LEVELS` but comparisons, or `==>`, `<==>`."""

    operator: str
    left: Expression
    right: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Comparison:
    """`a < b`, also as a chain: `0 <= i < n` is `0 <= i && i < n`. `\\in` compares, too."""

    operands: tuple[Expression, ...]
    operators: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Conditional:
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Member:
    """`base.name` or, with `arrow`, `base->name`; of a set of pointers, all values."""

    base: Expression
    name: str
    arrow: bool
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Index:
    """`base[index]`; of `base[least .. most]` the index is a range."""

    base: Expression
    index: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Apply:
    """`\\function(arguments)`, without the backslash: one of `parsing.FUNCTIONS`."""

    function: str
    arguments: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Reach:
    """`\\reach(start, field, …)`: what is reachable by these fields, with the start itself, without null."""

    start: Expression
    fields: tuple[Name, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class SetOf:
    """`{a, b}`."""

    elements: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Range:
    """`(least .. most)`: a set of integers, both ends included."""

    least: Expression
    most: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Bound:
    """The declaration of a quantifier's variable: the words of its type, how many stars, its name."""

    type: str
    stars: int
    name: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Quantified:
    """`\\forall T x; P`, `\\exists T x; P`, or the set `{x | T x; P}`."""

    kind: Literal["forall", "exists", "set"]
    variables: tuple[Bound, ...]
    body: Expression
    span: Span = field(default=NOWHERE, compare=False)


Expression: TypeAlias = (
    Name
    | Number
    | Word
    | Unary
    | Binary
    | Comparison
    | Conditional
    | Member
    | Index
    | Apply
    | Reach
    | SetOf
    | Range
    | Quantified
)


# ------------------------------------------------------------------------------------------------- clauses
@frozen
class Requires:
    """What callers see to."""

    condition: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Ensures:
    """What the function sees to, if it was called rightly and comes back."""

    condition: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Assigns:
    """All that may change, of what there was before; nothing if there are no locations."""

    locations: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Assumes:
    """When a behavior applies: what is true at the start."""

    condition: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Behavior:
    """Clauses for the case that all that is assumed is true at the start."""

    name: str
    clauses: tuple[Assumes | Requires | Ensures | Assigns, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Cover:
    """`complete behaviors`: one of them applies; `disjoint behaviors`: at most one does. Without names, of
    all that there are."""

    kind: Literal["complete", "disjoint"]
    names: tuple[Name, ...]
    span: Span = field(default=NOWHERE, compare=False)


Clause: TypeAlias = Requires | Ensures | Assigns | Behavior | Cover


@frozen
class WrittenContract:
    """The clauses before a function, in order."""

    clauses: tuple[Clause, ...]
    span: Span = field(default=NOWHERE, compare=False)
