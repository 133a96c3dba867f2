"""Variables whose address is taken, and those whose address may be known outside the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree import (
    CallExpression,
    Cast,
    Declared,
    Expression,
    Member,
    Name,
    Node,
    Subscript,
    Unary,
    walk,
)
from maymust.frontends.c.types import ArrayType, PointerType, VoidType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.declarations import Declarations


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


def escaping_variable(declarations: Declarations, roots: Iterable[Node]) -> str | None:
    """The first modelled variable whose address is taken under `roots` and not lost at once.

    Passing it to a function without a body does not count: that is not modelled anyway.
    """
    for root in roots:
        nodes = walk(root)
        passed = {part for node in nodes for part in _passed(declarations, node)}
        for node in nodes:
            match node:
                case Unary(op="&", operand=Name(variable=variable)):
                    if variable.obstacle is None and node not in passed:
                        return variable.name
    return None


def _passed(declarations: Declarations, node: Node) -> list[Expression]:
    """The pointers that a call passes to a function without a body."""
    if not isinstance(node, CallExpression) or node.function is None or declarations.has_body(node.function):
        return []
    found = []
    for argument in node.arguments:
        while isinstance(argument, Cast) and isinstance(argument.type, PointerType):
            argument = argument.operand
        found.append(argument)
    return found
