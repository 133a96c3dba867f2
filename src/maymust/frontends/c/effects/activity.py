"""Tells which expressions do more than give a value, and which are nothing but a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.properties.failing import may_fail
from maymust.frontends.c.properties.undefined import may_be_undefined
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Conditional,
    Constant,
    Expression,
    Logical,
    Name,
    StatementExpression,
    Step,
    Unary,
)
from maymust.frontends.c.tree.nodes import Node, children
from maymust.frontends.c.types import IntType, promoted

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.properties.guards import Guards
    from maymust.frontends.c.tree.expressions import Declared


class Activity:
    """Sorts the expressions of functions. `asked` are kinds of properties; `tracked` are variables that may
    be read before they are set, `guards` other nodes that are watched."""

    def __init__(
        self, points: PointsTo, asked: frozenset[str], tracked: AbstractSet[Declared], guards: Guards
    ) -> None:
        self.active: set[Node] = set()  # evaluating them may do more than give a value
        self.simple: set[Node] = set()  # their value is a term, always defined
        self._points = points
        self._asked = asked
        self._tracked = tracked
        self._guards = guards

    def add(self, nodes: list[Node]) -> None:
        """Sorts these nodes; parts come behind the whole."""
        for node in reversed(nodes):
            parts = children(node)
            acts = isinstance(node, Step | Assignment | CallExpression | StatementExpression)
            if acts or any(part in self.active for part in parts):
                self.active.add(node)
            elif all(part in self.simple for part in parts) and self._is_total(node):
                self.simple.add(node)

    def may_fail(self, node: Node) -> bool:
        """Whether evaluating a node may violate a check that is asked for, by itself."""
        return may_fail(node, self._asked, self._tracked, self._guards)

    def _is_total(self, node: Node) -> bool:
        """Whether the value of an expression with simple parts is always defined."""
        match node:
            case Constant(type=IntType()):
                return True
            case Unary(op="-", type=IntType(signed=True), operand=operand) if self.may_fail(node):
                value = _constant(operand)
                return value is not None and value >= 0
            case Binary(op="+" | "-" | "*" | "<<", type=IntType(signed=True)) if self.may_fail(node):
                return False
            case Binary(op="+" | "-" | "*") | Unary(op="-") if may_be_undefined(node, self._asked):
                return False
            case Name(variable=variable, type=IntType()) if variable not in self._tracked:
                if may_be_undefined(node, self._asked):
                    return False
                return variable.obstacle is None and not self._points.in_memory(variable)
            case Unary(op=op, type=IntType()):
                return op in ("-", "~", "!", "+")
            case Binary(op="/" | "%", type=IntType(signed=signed), right=right):
                value = _constant(right)
                return value is not None and value != 0 and (value != -1 or not signed)
            case Binary(op="<<" | ">>", left=left, right=right):
                value = _constant(right)
                return (
                    isinstance(left.type, IntType)
                    and value is not None
                    and 0 <= value < promoted(left.type).width
                )
            case Binary() | Logical() | Conditional() | Cast():
                return isinstance(node.type, IntType)
        return False


def _constant(expression: Expression) -> int | None:
    """The value of a constant, where it is easy to see."""
    match expression:
        case Constant(value=value):
            return value
        case Cast(type=IntType(boolean=False, width=width), operand=operand):
            inner = _constant(operand)
            return inner if inner is not None and 0 <= inner < 1 << (width - 1) else None
        case Unary(op="-", operand=operand):
            inner = _constant(operand)
            return None if inner is None else -inner
    return None
