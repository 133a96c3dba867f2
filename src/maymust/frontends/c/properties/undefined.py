"""Tells which expressions may violate the kinds of checks that the compiler's sanitizers have (`kinds`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Member,
    Name,
    Opaque,
    Step,
    Subscript,
    Unary,
)
from maymust.frontends.c.tree.nodes import Node
from maymust.frontends.c.tree.statements import Lengths
from maymust.frontends.c.types import ArrayType, FloatType, IntType, PointerType

if TYPE_CHECKING:
    from maymust.frontends.c.tree.expressions import Expression

_KINDS = frozenset({"bool", "cast", "vla", "unreachable", "align", "pointer", "unsigned"})
_ORDERS = frozenset({"-", "<", ">", "<=", ">="})


def may_be_undefined(node: Node, asked: frozenset[str]) -> bool:
    """Whether evaluating a node may violate one of these kinds, if it is asked for, by itself."""
    if asked.isdisjoint(_KINDS):
        return False
    match node:
        case CallExpression(function=library.VARIABLE_ARRAY):
            return "vla" in asked
        case Lengths() | Opaque(has_lengths=True) if "vla" in asked:
            return True
        case CallExpression(function=library.UNREACHABLE):
            return "unreachable" in asked
        case Unary(op="*") | Subscript() if "align" in asked:
            return True
    return (
        ("bool" in asked and _reads_boolean(node))
        or ("cast" in asked and _converts_float(node))
        or ("pointer" in asked and _moves_or_orders(node))
        or ("unsigned" in asked and _may_wrap(node))
    )


def _reads_boolean(node: Node) -> bool:
    match node:
        case Name(type=type_) | Member(type=type_) | Subscript(type=type_) | Unary(op="*", type=type_):
            return isinstance(type_, IntType) and type_.boolean
    return False


def _converts_float(node: Node) -> bool:
    match node:
        case Cast(type=IntType(boolean=False), operand=operand):
            return isinstance(operand.type, FloatType)
        case Assignment(op=str(), target=target, value=value):
            return isinstance(target.type, IntType) and isinstance(value.type, FloatType)
    return False


def _moves_or_orders(node: Node) -> bool:
    match node:
        case Subscript() | Step(type=PointerType()) | Assignment(op=str(), type=PointerType()):
            return True
        case Binary(type=PointerType()):
            return True
        case Binary(op=op, left=left, right=right):
            return op in _ORDERS and isinstance(left.type, PointerType) | isinstance(right.type, PointerType)
        case Unary(op="&", operand=operand):
            return has_index(operand)
        case Cast(operand=operand) if isinstance(operand.type, ArrayType):
            return has_index(operand)
    return False


def has_index(lvalue: Expression) -> bool:
    """Whether an lvalue is an element, or a part of one."""
    while isinstance(lvalue, Member):
        lvalue = lvalue.base
    return isinstance(lvalue, Subscript)


def _may_wrap(node: Node) -> bool:
    match node:
        case (
            Binary(op="+" | "-" | "*", type=IntType(signed=False)) | Unary(op="-", type=IntType(signed=False))
        ):
            return True
        case Step(type=IntType()):
            return True
        case Assignment(op="+" | "-" | "*", type=IntType()):
            return True
    return False
