"""Defines the C program as the front end sees it: variables and expressions (`expressions`), statements and
functions (`statements`), and ways to go through them.

`reading` makes this tree from clang's. Parentheses, implicit conversions that change nothing and type
declarations are gone; integer literals, `sizeof` and the like are `Constant`s; what we have no meaning for is
`Opaque` and matters only where it is evaluated. Nodes are compared by identity.

Expressions that designate an object (lvalues) are `Name`, `Unary("*")`, `Member`, `Subscript`,
`CompoundLiteral` and `Text`; where C reads the object, nothing says so. `p->f` is `Member(Unary("*", p), f)`.
Where an array or a function becomes a pointer, there is a `Cast` from its type. Arrays are never values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Comma,
    CompoundLiteral,
    Conditional,
    Constant,
    Expression,
    InitList,
    Logical,
    Member,
    Name,
    Opaque,
    StatementExpression,
    Step,
    Subscript,
    Unary,
)
from maymust.frontends.c.tree.statements import (
    Case,
    Compound,
    Declare,
    Do,
    Evaluate,
    For,
    If,
    Label,
    Lengths,
    Null,
    OpaqueStatement,
    Return,
    Statement,
    Switch,
    While,
)
from maymust.frontends.c.types import INT, IntType, promoted

if TYPE_CHECKING:
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.types import CType


Node = Expression | Statement

_FIELDS: dict[type, tuple[str, ...]] = {
    Member: ("base",),
    Subscript: ("base", "index"),
    Cast: ("operand",),
    Unary: ("operand",),
    Step: ("target",),
    Binary: ("left", "right"),
    Logical: ("left", "right"),
    Comma: ("left", "right"),
    Assignment: ("target", "value"),
    Conditional: ("condition", "then", "otherwise"),
    CallExpression: ("callee", "arguments"),
    InitList: ("values",),
    CompoundLiteral: ("initialiser",),
    StatementExpression: ("body",),
    Opaque: ("operands", "perhaps"),
    Null: ("parts",),
    Lengths: ("lengths",),
    Evaluate: ("expression",),
    Declare: ("initialiser",),
    Compound: ("items",),
    If: ("condition", "then", "otherwise"),
    While: ("condition", "body"),
    Do: ("body", "condition"),
    For: ("start", "condition", "step", "body"),
    Switch: ("value", "body"),
    Case: ("body",),
    Label: ("body",),
    Return: ("value",),
    OpaqueStatement: ("parts",),
}


def zero(type_: CType, place: Place) -> Expression:
    """What an object of this type holds that is not initialised, and lives as long as the program."""
    return Constant(type_, place, 0) if isinstance(type_, IntType) else InitList(type_, place, ())


def promoted_operand(expression: Expression) -> IntType:
    """What an operand of integer type is promoted to (C11 6.3.1.1): a bit-field that int can hold, to int.

    Conversions of operands are in the tree already; this is for the targets of `op=`, `++` and `--`.
    """
    type_ = expression.type
    assert isinstance(type_, IntType)
    bits = expression.field.bits if isinstance(expression, Member) else None
    if bits is None or bits > INT.width:
        return promoted(type_)
    return IntType(INT.width, signed=type_.signed or bits < INT.width)


def children(node: Node) -> tuple[Node, ...]:
    """What a node consists of, in the order of the text."""
    found: list[Node] = []
    for name in _FIELDS.get(type(node), ()):
        part = getattr(node, name)
        if isinstance(part, tuple):
            found.extend(part)
        elif part is not None:
            found.append(part)
    return tuple(found)


def walk(root: Node) -> list[Node]:
    """Every node under `root`, itself included, in the order of the text."""
    found: list[Node] = []
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        found.append(node)
        stack.extend(reversed(children(node)))
    return found


def may_be_unset(declaration: Declare) -> bool:
    """Whether a variable has no value yet behind its declaration, or where its initial value is found."""
    value = declaration.initialiser
    mentioned = [] if value is None else [part for part in walk(value) if isinstance(part, Name)]
    return value is None or any(part.variable is declaration.variable for part in mentioned)
