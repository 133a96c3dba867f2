"""Tells what C leaves open about when parts of an expression are evaluated, and which accesses may trap."""

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
    Expression,
    FunctionName,
    InitList,
    Logical,
    Member,
    Name,
    Opaque,
    StatementExpression,
    Step,
    Subscript,
    Text,
    Unary,
)
from maymust.frontends.c.tree.nodes import Node, children
from maymust.frontends.c.tree.statements import Evaluate
from maymust.frontends.c.types import ArrayType, FunctionType, PointerType

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet


def places(target: Expression) -> tuple[Expression, ...]:
    """What is evaluated to find out which object an expression designates."""
    match target:
        case Unary(op="*", operand=operand):
            return (operand,)
        case Opaque(operands=operands):
            return tuple(part for operand in operands for part in places(operand))
        case Member(base=base):
            return places(base)
        case Subscript(base=base, index=index):
            return (base, index)
        case Name() | FunctionName():
            return ()
    return (target,)


def unsequenced(node: Node) -> tuple[Expression, ...]:
    """The parts of an expression that may be evaluated in any order, in the order in which we do it."""
    match node:
        case Binary(left=left, right=right):
            return left, right
        case Subscript(base=base, index=index):
            return base, index
        case CallExpression(callee=callee, arguments=arguments):
            return callee, *arguments
        case Assignment(op=None, target=target, value=value):
            return *places(target), value  # the write comes last
        case Assignment(target=target, value=value):
            return value, target
        case InitList(values=values):
            return values
        case Opaque(operands=operands):
            return operands
    return ()


def dereferenced(lvalue: Expression) -> Expression | None:
    """The pointer through which an lvalue is accessed; None if that is a variable, a literal, or a value."""
    match lvalue:
        case Member(base=base):
            return dereferenced(base)
        case Unary(op="*", operand=pointer) | Subscript(base=pointer):
            array = isinstance(pointer, Cast) and isinstance(pointer.operand.type, ArrayType)
            return dereferenced(pointer.operand) if array and isinstance(pointer, Cast) else pointer
    return None


def may_be_null(pointer: Expression) -> bool:
    """Whether a pointer may be null, or null that was moved, by what its text tells."""
    match pointer:
        case Unary(op="&", operand=operand):
            return _may_be_at_null(operand)
        case Cast(operand=operand) if isinstance(operand.type, ArrayType | FunctionType):
            return _may_be_at_null(operand)
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return may_be_null(operand)
        case Binary(left=left, right=right):
            return may_be_null(left if isinstance(left.type, PointerType) else right)
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return may_be_null(then or condition) or may_be_null(otherwise)
        case Comma(right=right):
            return may_be_null(right)
    return True


def _may_be_at_null(lvalue: Expression) -> bool:
    if isinstance(lvalue, Name | Text | CompoundLiteral | FunctionName):
        return False
    pointer = dereferenced(lvalue)
    return pointer is not None and may_be_null(pointer)


def unused(nodes: Iterable[Node], active: AbstractSet[Node]) -> list[Expression]:
    """The accesses among these nodes whose value nothing uses. Compilers leave them out, unless they are
    volatile. Evaluating `active` ones does more than give a value."""
    found: list[Expression] = []
    stack: list[Node] = []
    values: set[Node] = set()  # of statement expressions
    for node in nodes:
        match node:
            case StatementExpression(body=body) if body.items:
                values.add(body.items[-1])
            case Evaluate(expression=expression) if node not in values:
                stack.append(expression)
            case Comma(left=left):
                stack.append(left)
    while stack:
        node = stack.pop()
        if isinstance(node, Member | Subscript) or (isinstance(node, Unary) and node.op == "*"):
            found.append(node)
        stack += _unused_parts(node, active)
    return found


def _unused_parts(node: Node, active: AbstractSet[Node]) -> tuple[Node, ...]:
    """The parts of an expression whose value is not used, if its own is not."""
    match node:
        case Step() | Assignment() | CallExpression():
            return ()
        case StatementExpression(body=body):
            last = body.items[-1] if body.items else None
            return (last.expression,) if isinstance(last, Evaluate) else ()
        case Conditional(condition=condition) | Logical(left=condition):
            rest = tuple([part for part in children(node) if part is not condition])
            return rest if not active.isdisjoint(rest) else (condition, *rest)
    return children(node)
