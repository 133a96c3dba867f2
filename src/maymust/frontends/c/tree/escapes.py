"""Finds variables and functions whose address is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree.expressions import (
    CallExpression,
    Cast,
    Declared,
    Expression,
    FunctionName,
    Member,
    Name,
    Subscript,
    Unary,
)
from maymust.frontends.c.tree.nodes import Node, walk
from maymust.frontends.c.types import ArrayType, PointerType, VoidType

if TYPE_CHECKING:
    from collections.abc import Iterable


def address_taken(nodes: Iterable[Node]) -> set[Declared]:
    """The variables that something else than their name may designate, as far as these nodes tell.

    `nodes` are all that there are, as from `walk`. `a[i]`, `*a` and `s.a[i].f` are accesses by name; `&s.f`
    counts, and so does an array that becomes a pointer anywhere else, unless that is dropped at once.
    """
    found = list(nodes)
    accessed: set[Node] = set()
    for node in found:
        match node:
            case Subscript(base=base):
                accessed.add(base)
            case Unary(op="*", operand=operand) | Cast(type=VoidType(), operand=operand):
                accessed.add(operand)
    taken: set[Declared] = set()
    for node in found:
        match node:
            case Unary(op="&", operand=operand):
                taken |= _designated(operand)
            case Cast(operand=operand) if node not in accessed and _decays(node):
                taken |= _designated(operand)
    return taken


def functions_taken(nodes: Iterable[Node]) -> set[str]:
    """The functions that something else than their name may call, as far as these nodes tell."""
    found = list(nodes)
    called = {
        node
        for call in found
        if isinstance(call, CallExpression) and call.function is not None
        for node in walk(call.callee)
    }
    return {node.name for node in found if isinstance(node, FunctionName) and node not in called}


def _designated(expression: Expression) -> set[Declared]:
    """The variable that an expression designates, or a part of it, without following a pointer."""
    while True:
        match expression:
            case Name(variable=variable):
                return {variable}
            case Member(base=base):
                expression = base
            case Subscript(base=Cast(operand=operand) as base) if _decays(base):
                expression = operand
            case Unary(op="*", operand=Cast(operand=operand) as base) if _decays(base):
                expression = operand
            case _:
                return set()


def _decays(cast: Cast) -> bool:
    """Whether an array becomes the pointer to its first element here."""
    return isinstance(cast.operand.type, ArrayType) and isinstance(cast.type, PointerType)
