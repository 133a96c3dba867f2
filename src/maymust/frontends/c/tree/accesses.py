"""Lists the accesses that evaluating an expression makes itself: one for each lvalue that it reads or writes.

What functions do that it calls, and what is in statement expressions, are no such accesses: they are made in
loops and branches of their own, and are `hidden` here. Their effects are known (`effects`), their places not.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from maymust.frontends.c.tree.expressions import (
    Assignment,
    CallExpression,
    Cast,
    Comma,
    CompoundLiteral,
    Conditional,
    Expression,
    FunctionName,
    Logical,
    Member,
    Name,
    StatementExpression,
    Step,
    Subscript,
    Text,
    Unary,
)
from maymust.frontends.c.tree.nodes import children
from maymust.frontends.c.types import ArrayType, FunctionType
from maymust.frozen import frozen


@frozen
class Designation:
    """A part of an evaluation: finding out what an lvalue designates, without accessing that."""

    lvalue: Expression


Part = Expression | Designation


@frozen(eq=False)
class Access:
    """An lvalue is read, or written, or both. If the write is `pending`, it need not have happened when the
    value of the whole is known. If it is `conditional`, it need not happen at all."""

    lvalue: Expression
    writes: bool
    pending: bool = False
    conditional: bool = False


@dataclass(slots=True)
class Accesses:
    """What a part of an evaluation consists of: accesses, in the order in which we make them, and calls and
    statement expressions."""

    direct: list[Access] = field(default_factory=list)
    hidden: list[CallExpression | StatementExpression] = field(default_factory=list)

    def add(self, part: Expression, *, pending: bool, conditional: bool) -> None:
        """An expression is evaluated: `conditional`, if that may be left out, and `pending`, if what it
        writes last need not be done when the value of the whole is known."""
        match part:
            case Name() | Member() | Subscript() | CompoundLiteral() | Unary(op="*"):
                self.add_designation(part, pending=pending, conditional=conditional)
                self.direct.append(Access(part, False, False, conditional))
            case Unary(op="&", operand=operand):
                self.add_designation(operand, pending=pending, conditional=conditional)
            case Cast(operand=operand) if isinstance(operand.type, ArrayType | FunctionType):
                self.add_designation(operand, pending=pending, conditional=conditional)
            case Step(target=target):
                self.add_designation(target, pending=pending, conditional=conditional)
                self.direct.append(Access(target, True, pending, conditional))
            case Assignment(target=target, value=value):
                self.add_designation(target, pending=pending, conditional=conditional)
                self.add(value, pending=pending, conditional=conditional)
                self.direct.append(Access(target, True, pending, conditional))
            case Comma(left=left, right=right):
                self.add(left, pending=False, conditional=conditional)
                self.add(right, pending=pending, conditional=conditional)
            case Logical(left=left, right=right):
                self.add(left, pending=pending, conditional=conditional)
                self.add(right, pending=pending, conditional=True)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                self.add(condition, pending=pending and then is None, conditional=conditional)
                for chosen in (then, otherwise):
                    if chosen is not None:
                        self.add(chosen, pending=pending, conditional=True)
            case CallExpression(callee=callee, arguments=arguments):
                for argument in (callee, *arguments):
                    self.add(argument, pending=False, conditional=conditional)
                self.hidden.append(part)
            case StatementExpression():
                self.hidden.append(part)
            case _:
                for inner in children(part):
                    self.add(inner, pending=pending, conditional=conditional)  # type: ignore[arg-type]

    def add_designation(self, lvalue: Expression, *, pending: bool, conditional: bool) -> None:
        """It is found out what an lvalue designates."""
        match lvalue:
            case Name() | Text() | FunctionName():
                pass
            case Member(base=base):
                self.add_designation(base, pending=pending, conditional=conditional)
            case Unary(op="*", operand=operand):
                self.add(operand, pending=pending, conditional=conditional)
            case Subscript(base=base, index=index):
                self.add(base, pending=pending, conditional=conditional)
                self.add(index, pending=pending, conditional=conditional)
            case CompoundLiteral(initialiser=initialiser):
                self.add(initialiser, pending=pending, conditional=conditional)
            case _:
                self.add(lvalue, pending=pending, conditional=conditional)


def accesses(part: Part) -> Accesses:
    """The accesses of a part of an evaluation."""
    found = Accesses()
    if isinstance(part, Designation):
        found.add_designation(part.lvalue, pending=True, conditional=False)
    else:
        found.add(part, pending=True, conditional=False)
    return found
