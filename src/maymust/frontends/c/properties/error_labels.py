"""Tells which labels named `ERROR` stand for a violation, as in programs that were made for verifiers, and
which for what a function does when something went wrong, as in others.

A violation is where nothing is done: the program stands still (`ERROR: goto ERROR;`), is aborted, or the
label is the last of its block (`if (bad) { ERROR: ; }`). Where statements follow, or a value is returned, it
is code like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.tree.expressions import CallExpression, Cast
from maymust.frontends.c.tree.statements import Compound, Evaluate, Goto, Label, Null

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.tree.expressions import Expression
    from maymust.frontends.c.tree.nodes import Node
    from maymust.frontends.c.tree.statements import Statement

ERROR_LABEL = "ERROR"


def error_labels(nodes: Iterable[Node]) -> list[Label]:
    """Those among these nodes, all of a function, that are a violation to arrive at."""
    nodes = list(nodes)
    followed = {item for node in nodes if isinstance(node, Compound) for item in node.items[:-1]}
    labels = [node for node in nodes if isinstance(node, Label) and node.name == ERROR_LABEL]
    return [label for label in labels if _is_end(label, is_last=label not in followed)]


def _first_call(statement: Statement) -> CallExpression | None:
    """The call that a statement begins with."""
    while isinstance(statement, Compound | Label):
        inner = statement.body if isinstance(statement, Label) else next(iter(statement.items), None)
        if inner is None:
            return None
        statement = inner
    return _call(statement.expression) if isinstance(statement, Evaluate) else None


def _is_end(label: Label, *, is_last: bool) -> bool:
    match label.body:
        case Null() | Compound(items=()):
            return is_last
        case Goto(identity=identity):
            return identity == label.identity
    call = _first_call(label.body)
    return call is not None and call.function in library.STOPS - library.EXITS


def _call(expression: Expression) -> CallExpression | None:
    while isinstance(expression, Cast):
        expression = expression.operand
    return expression if isinstance(expression, CallExpression) else None
