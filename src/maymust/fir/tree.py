"""FIR, the Forge Intermediate Representation, as a tree (Forge thesis, Fig. 2-1).

Every expression denotes a relation: a set of tuples of atoms, all of one arity. A set is a relation of arity
1, a scalar a set of one element; Booleans and integers are atoms like any other. Where an operator needs an
integer, it takes the sum of its operand's elements; where it needs a Boolean, whether `true` is among them
(§2.1.1), so every expression has a meaning whatever its operands' sizes.

A type is an expression of domains, unions, products and ∅. A domain, as an expression, is the set of the
atoms that have been allocated from it so far. A literal's atom is none of these (§3.2.6): it is there from
the beginning. Variables may have it as a value, wherever their type names its domain; quantified ones do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal as Choice
from typing import TypeAlias

from maymust.frozen import frozen
from maymust.ir.source import NOWHERE, Span

BOOLEAN = "Boolean"
INTEGER = "Integer"


# --------------------------------------------------------------------------------------------- expressions
@frozen
class VariableUse:
    """The value of a variable, global, local or bound by a quantifier."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class OldUse:
    """`v_old`: the value of a variable, or domain, before the specification statement (or the procedure)."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class DomainUse:
    """The extent of a domain: `Boolean`, `Integer`, or the atoms allocated from one of the user's."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class LiteralUse:
    """The set of the one atom that a user's literal is."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class BooleanLiteral:
    """`true` or `false`."""

    value: bool
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class IntegerLiteral:
    """An integer; `-1` is one, too."""

    value: int
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class EmptySet:
    """∅, of any arity."""

    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Unary:
    """An operator of `operators.UNARY` and its operand."""

    operator: str
    operand: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Binary:
    """An operator of `operators.BINARY` and its operands."""

    operator: str
    left: Expression
    right: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Conditional:
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Projection:
    """π(operand, columns): each tuple's components at these columns, which count from 1."""

    operand: Expression
    columns: tuple[int, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Quantified:
    """∀, ∃, Σ, or a comprehension: the variables go through the single elements of their types."""

    kind: Choice["all", "exists", "sum", "comprehension"]
    variables: tuple[str, ...]
    body: Expression
    span: Span = field(default=NOWHERE, compare=False)


Leaf: TypeAlias = VariableUse | OldUse | DomainUse | LiteralUse | BooleanLiteral | IntegerLiteral | EmptySet
Expression: TypeAlias = Leaf | Unary | Binary | Conditional | Projection | Quantified


# ---------------------------------------------------------------------------------------------- statements
@frozen
class Assign:
    """`target := value`."""

    target: str
    value: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Create:
    """`target := new domain`: an atom that was not allocated before; it joins the domain's extent."""

    target: str
    domain: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Call:
    """`targets := procedure(arguments)`."""

    targets: tuple[str, ...]
    procedure: str
    arguments: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Spec:
    """`targets := spec(condition)`: the targets take any values, within their types, that make it true.

    If there are none, there is no such execution (§2.1.2, "miracles"). Without targets, it assumes. A domain
    among the targets may get new atoms; it loses none.
    """

    targets: tuple[str, ...]
    condition: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class If:
    """A branch; either side may be empty."""

    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class While:
    """A loop with its guard at the head."""

    condition: Expression
    body: tuple[Statement, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Jump:
    """`exit` ends the procedure; `break` and `continue` are about the innermost loop."""

    kind: Choice["exit", "break", "continue"]
    span: Span = field(default=NOWHERE, compare=False)


Update: TypeAlias = Assign | Create | Call | Spec
Statement: TypeAlias = Update | If | While | Jump


# ------------------------------------------------------------------------------------------------ programs
@frozen
class Domain:
    """A user's domain: a set of atoms, disjoint from all others."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Literal:
    """A constant: one atom, of this domain, that no other literal is."""

    name: str
    domain: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Variable:
    """A variable and its type. Of a local, each activation of a procedure has a copy of its own."""

    name: str
    type: Expression
    is_global: bool
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Procedure:
    """A procedure and, if it has one, its specification.

    The requirement is about the start: who calls the procedure sees to it. The specification is a statement
    that the procedure then refines: if it ends, no global beyond the targets has changed, and the condition
    holds, where `v_old` is a target's value at the start.
    """

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    body: tuple[Statement, ...]
    requirement: Expression | None = None
    specification: Spec | None = None
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Program:
    """Declarations, each by its name, in the order of the text. `file` is where it was read from."""

    domains: Mapping[str, Domain]
    literals: Mapping[str, Literal]
    variables: Mapping[str, Variable]
    procedures: Mapping[str, Procedure]
    file: str = field(default="", compare=False)
