"""Declares what lowers a procedure: an emitter that knows what is in scope, and evaluates expressions.

Expressions are in expressions of all kinds, so what lowers one kind needs what lowers the others. It gets to
them by the abstract methods of `Lowering`; `lowering.evaluator` puts all kinds together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from maymust.frontends.c.emitting.emitter import Emitter

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.program import ProgramContext
    from maymust.frontends.c.memory.targets import Pointer, Target, Value
    from maymust.frontends.c.tree.expressions import Declared, Expression, LocalObject
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.tree.statements import Case, Compound, Function
    from maymust.terms import Term


class Watcher(Protocol):
    """Is told of accesses before they are made (`lowering.watching`)."""

    def note(self, lvalue: Expression, target: Target) -> None:
        """An lvalue is about to be accessed."""
        ...


@dataclass(slots=True)
class Destination:
    """Where a label leads, once it is known (`scope` has the objects that are declared there, `blocks` what
    it lies in), and the jumps that wait for that."""

    name: str
    location: int
    scope: tuple[LocalObject, ...] | None = None
    blocks: tuple[Compound, ...] = ()
    waiting: list[tuple[int, tuple[LocalObject, ...], Place]] = field(default_factory=list)


class Lowering(Emitter, ABC):
    """One procedure while it is being lowered: what is in scope there, and how expressions are evaluated."""

    def __init__(self, program: ProgramContext, function: Function | None, name: str) -> None:
        super().__init__(program, function, name)
        self.scope: list[LocalObject] = []
        self.blocks: list[Compound] = []
        self.homes: dict[Declared, Compound] = {}  # the blocks that variables are declared in
        self.breaks: list[tuple[int, int] | None] = []  # where they lead, and how much scope that has
        self.continues: list[tuple[int, int] | None] = []
        self.cases: dict[
            Case, tuple[int, int]
        ] = {}  # to its entry from the dispatch, and how much scope that has
        self.labels: dict[int | None, Destination] = {}
        self.set_bits: dict[Declared, Term] = {}  # whether a variable has been set, of those that are tracked
        self.watches: list[Watcher] = []

    def is_simple(self, expression: Expression) -> bool:
        """Whether nothing needs to be evaluated to know the value of an expression, a term: it has no side
        effects, nothing in it is undefined, and nobody watches what it accesses."""
        return not self.watches and self.effects.simple(expression)

    # -- evaluation ----------------------------------------------------------------------------------------

    @abstractmethod
    def value(self, expression: Expression) -> Term:
        """The value of a number. Where the path has ended, any term of the right width."""

    @abstractmethod
    def value_of(self, expression: Expression) -> Value | None:
        """The value of an expression; None where the path has ended, or the type has no values."""

    def pointer(self, expression: Expression) -> Pointer | None:
        """The value of an expression of pointer type; None where the path has ended."""
        value = self.value_of(expression)
        if value is None or self.dead:
            return None
        object_, offset = value
        return object_, offset

    @abstractmethod
    def record(self, expression: Expression) -> tuple[Target | None, Value | None]:
        """The value of a structure or a union, and where it lies, if it is an object."""

    @abstractmethod
    def block_value(self, block: Compound, *, wanted: bool) -> Value | None:
        """Executes a block. If `wanted`, the result is the value of the expression that it ends with, if
        any."""

    @abstractmethod
    def discard(self, expression: Expression) -> None:
        """Evaluates an expression of any type for its side effects."""

    @abstractmethod
    def use(self, expression: Expression) -> None:
        """Evaluates an expression whose value something gets that nobody follows."""
