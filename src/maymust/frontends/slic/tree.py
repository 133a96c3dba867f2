"""Rules as trees.

An expression is C's, over the fields of the rule's state, its named constants, the arguments of the call
(`$1`, `$2`, …), what the call returns (`$return`), and names of the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, assert_never

from maymust.frozen import frozen
from maymust.ir.source import Span

When = Literal["entry", "exit"]
PROGRAM = "program"  # stands for the function where the program begins, whatever its name is
RETURNED = 0  # the position of `$return`


@frozen
class Number:
    """A number, or a named constant of the rule."""

    value: int
    span: Span


@frozen
class FieldName:
    """A field of the state."""

    name: str
    span: Span


@frozen
class Argument:
    """`$1`, `$2`, …; `$return` has the position RETURNED."""

    position: int
    span: Span

    def __str__(self) -> str:
        return "$return" if self.position == RETURNED else f"${self.position}"


@frozen
class ProgramName:
    """A variable, a named constant or a macro of the program; also `NULL`."""

    name: str
    span: Span


@frozen
class Unary:
    """`- ! ~ +` before an operand."""

    op: str
    operand: Expression
    span: Span


@frozen
class Binary:
    """An operator of C between two operands."""

    op: str
    left: Expression
    right: Expression
    span: Span


@frozen
class Conditional:
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span


Leaf = Number | FieldName | Argument | ProgramName
Expression = Number | FieldName | Argument | ProgramName | Unary | Binary | Conditional


@frozen
class Block:
    """Statements in a row."""

    statements: tuple[Statement, ...]
    span: Span


@frozen
class If:
    """A choice."""

    condition: Expression
    then: Statement
    otherwise: Statement | None
    span: Span


@frozen
class Assign:
    """A field gets a value."""

    field: str
    value: Expression
    span: Span


@frozen
class Abort:
    """The rule is violated. The message says how; it may be empty."""

    message: str
    span: Span


@frozen
class Halt:
    """This execution is not looked at any further."""

    span: Span


Statement = Block | If | Assign | Abort | Halt


@frozen
class Field:
    """A variable of the state: a signed or unsigned `int` with its initial value."""

    name: str
    signed: bool
    initial: int
    span: Span


@frozen
class Trigger:
    """Where an object may be chosen as the one that is watched: this value, of this event. If it `is_new`,
    a call of a function from elsewhere returns an object of its own, or null; `size` tells how many bytes it
    has. Without one it is not to be looked into."""

    function: str
    when: When
    value: Argument
    is_new: bool
    size: Argument | None
    span: Span


@frozen
class Event:
    """What happens when a function is called, or returns. With a `guard`, only if that is the object that is
    watched."""

    function: str
    when: When
    guard: Argument | None
    body: Block
    span: Span

    def arguments(self) -> tuple[Argument, ...]:
        """The arguments and results that it reads, the guard among them."""
        read = [leaf for leaf in _leaves(self.body) if isinstance(leaf, Argument)]
        return (*([self.guard] if self.guard else []), *read)

    def program_names(self) -> set[str]:
        """The names of the program that it reads."""
        return {leaf.name for leaf in _leaves(self.body) if isinstance(leaf, ProgramName)}


@frozen
class Rule:
    """A rule; `description` is the comment that it begins with. `span` is where it begins."""

    name: str
    description: str
    fields: tuple[Field, ...]
    watch: tuple[Trigger, ...]
    events: tuple[Event, ...]
    span: Span

    def parts(self) -> list[Trigger | Event]:
        """What the rule says of calls."""
        return [*self.watch, *self.events]

    def functions(self) -> tuple[str, ...]:
        """The functions that the rule speaks of, in order."""
        return tuple(dict.fromkeys(part.function for part in self.parts()))


def _leaves(part: Statement | Expression) -> Iterator[Leaf]:
    """What a statement or an expression reads."""
    match part:
        case Number() | FieldName() | Argument() | ProgramName():
            yield part
        case Block(statements):
            for inner in statements:
                yield from _leaves(inner)
        case If(condition, then, otherwise):
            yield from _leaves(condition)
            yield from _leaves(then)
            if otherwise is not None:
                yield from _leaves(otherwise)
        case Assign(_, value):
            yield from _leaves(value)
        case Unary(_, operand):
            yield from _leaves(operand)
        case Binary(_, left, right):
            yield from _leaves(left)
            yield from _leaves(right)
        case Conditional(condition, first, second):
            for expression in (condition, first, second):
                yield from _leaves(expression)
        case Abort() | Halt():
            return
        case _:
            assert_never(part)
