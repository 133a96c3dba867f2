"""Variables whose address may be known outside the program, where unknown functions could change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree import CallExpression, Cast, Expression, Name, Node, OtherType, Unary, walk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.declarations import Declarations


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
        while isinstance(argument, Cast) and argument.type == OtherType("pointer"):
            argument = argument.operand
        found.append(argument)
    return found
