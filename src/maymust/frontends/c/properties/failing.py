"""Tells which nodes may violate a check by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.library.requirements import requirements, row_of
from maymust.frontends.c.properties.undefined import may_be_undefined
from maymust.frontends.c.tree.constant_lvalues import is_constant_lvalue
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Name,
    Step,
    Subscript,
    Unary,
)
from maymust.frontends.c.tree.nodes import Node
from maymust.frontends.c.types import IntType, PointerType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.properties.guards import Guards
    from maymust.frontends.c.tree.expressions import Declared


def may_fail(
    node: Node, asked: frozenset[str], tracked: Iterable[Declared], guards: Guards | None = None
) -> bool:
    """Whether evaluating a node may violate a check that is asked for, by itself."""
    if may_be_undefined(node, asked) or (guards is not None and guards.watches(node, asked)):
        return True
    match node:
        case Step(target=target) | Assignment(target=target) if is_constant_lvalue(target) is not None:
            return True
        case Name(variable=variable):
            return variable in tracked
        case Unary(op="*") | Subscript():
            return not asked.isdisjoint(("null", "bounds", "deref"))
        case Unary(op="-", type=IntType(signed=True)) | Step(type=IntType()):
            return "overflow" in asked
        case Binary(op=op, type=IntType()) | Assignment(op=str(op), type=IntType()):
            return _may_fail(op, asked)
        case CallExpression(function=None):
            return not asked.isdisjoint(("null", "deref"))
        case CallExpression(function=str(name)):
            releases = library.RELEASES | library.REALLOCATIONS
            if not asked.isdisjoint(("null", "bounds", "deref")) and _looks_at_memory(node):
                return True
            return ("free" in asked and name in releases) or ("leak" in asked and name in library.EXITS)
    return False


def _looks_at_memory(call: CallExpression) -> bool:
    """Whether a function without a body is given memory, or a stream."""
    if call.place.unit.is_model or (call.function or "").startswith("__maymust"):
        return False
    if row_of(call) is not None:
        return bool(requirements(call))
    return any(isinstance(argument.type, PointerType) for argument in call.arguments)


def _may_fail(op: str, asked: frozenset[str]) -> bool:
    match op:
        case "+" | "-" | "*":
            return "overflow" in asked
        case "/" | "%":
            return not asked.isdisjoint(("overflow", "div"))
        case "<<" | ">>":
            return not asked.isdisjoint(("overflow", "shift"))
    return False
