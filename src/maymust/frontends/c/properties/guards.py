"""Calls, arguments and returns that must be watched, for attributes of functions or because a value may be
missing:

* `nonnull`: arguments that must not be null, by an attribute of the function or by `static` in the parameter,
  and what functions return that are declared `returns_nonnull`;
* `return`: calls, whose value is used, of functions that may return none;
* `deref`: calls of functions that use a standard stream, where that may be closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.library.requirements import row_of
from maymust.frontends.c.tree.expressions import CallExpression, Cast, Constant, Expression, Name
from maymust.frontends.c.tree.nodes import Node, children, walk
from maymust.frontends.c.tree.statements import (
    Break,
    Case,
    Compound,
    Evaluate,
    For,
    Function,
    Goto,
    If,
    Label,
    Return,
    Statement,
    Switch,
    While,
)
from maymust.frontends.c.types import ArrayType, FunctionType, PointerType, VoidType
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.reading.declarations import Declarations


@frozen
class Guards:
    """The watched nodes, by kind, each with the function that it is about; and the functions, by name, that
    may return without a value where one is expected."""

    nodes: Mapping[str, Mapping[Node, str]] = field(default_factory=dict)
    valueless: frozenset[str] = frozenset()

    def watches(self, node: Node, asked: frozenset[str]) -> bool:
        """Whether a node may violate one of the kinds that are asked for."""
        return any(kind in asked and node in nodes for kind, nodes in self.nodes.items())

    def function(self, kind: str, node: Node) -> str | None:
        """The function because of which a node is watched."""
        return self.nodes.get(kind, {}).get(node)


def find(
    declarations: Declarations, functions: Iterable[Function], points: PointsTo, asked: frozenset[str]
) -> Guards:
    """What must be watched in these functions, as far as it is asked for."""
    bodies = {function: walk(function.body) for function in functions}
    found: dict[str, dict[Node, str]] = {}
    if "nonnull" in asked:
        found["nonnull"] = _forbidden_nulls(declarations, bodies)
    if "deref" in asked and points.closed:
        found["deref"] = _uses_of_streams(bodies.values())
    valueless: frozenset[str] = frozenset()
    if "return" in asked:
        valueless = frozenset([f.name for f in bodies if may_return_nothing(f, declarations)])
        calls = [n for nodes in bodies.values() for n in nodes if isinstance(n, CallExpression)]
        found["return"] = {call: name for call in calls for name in _callees(call, points) & valueless}
    return Guards(found, valueless)


def _callees(call: CallExpression, points: PointsTo) -> set[str]:
    return set(points.callees(call)) if call.function is None else {call.function}


def _uses_of_streams(bodies: Iterable[list[Node]]) -> dict[Node, str]:
    """Calls of functions that use, without being given it, a standard stream that the program mentions."""
    nodes = [node for body in bodies for node in body]
    mentioned = {node.variable.name for node in nodes if isinstance(node, Name) and node.variable.outside}
    calls = [(node, row_of(node)) for node in nodes if isinstance(node, CallExpression)]
    return {call: row.name for call, row in calls if row is not None and row.stream in mentioned}


def _forbidden_nulls(declarations: Declarations, bodies: Mapping[Function, list[Node]]) -> dict[Node, str]:
    """The arguments and returns of the user's text that must not be null."""
    found: dict[Node, str] = {}
    for function, nodes in bodies.items():
        name = function.name.partition(".")[0]
        returns = isinstance(function.returns, PointerType) and declarations.returns_nonnull(name)
        for node in nodes:
            if not node.place.unit.is_users(node.place.cursor):
                continue
            if isinstance(node, Return) and returns and node.value is not None:
                found[node] = name
            elif isinstance(node, CallExpression) and node.function is not None:
                called = node.function.partition(".")[0]
                for position in declarations.nonnull_parameters(called):
                    if position < len(node.arguments):
                        argument = _pointer(node.arguments[position])
                        if argument is not None:
                            found[argument] = called
    return found


def _pointer(argument: Expression) -> Expression | None:
    """The pointer that an argument is before it is converted to others; None if it is an array's address."""
    while isinstance(argument, Cast) and isinstance(argument.operand.type, PointerType):
        argument = argument.operand
    if not isinstance(argument.type, PointerType):
        return None
    decays = isinstance(argument, Cast) and isinstance(argument.operand.type, ArrayType | FunctionType)
    return None if decays else argument


# -- functions that may return nothing -------------------------------------------------------------------


def may_return_nothing(function: Function, declarations: Declarations) -> bool:
    """Whether a function that is to return a value may return without: it has a `return` without one, or its
    end may be reached, by what the text shows. (`main` returns 0 at its end.)"""
    if isinstance(function.returns, VoidType) or function.place.unit.is_model:
        return False
    if any(isinstance(node, Return) and node.value is None for node in walk(function.body)):
        return True
    return function.name != library.MAIN and not _never_ends(function.body, declarations)


def _never_ends(statement: Statement | None, declarations: Declarations) -> bool:
    """Whether the text shows that the code behind a statement is not reached from it."""
    match statement:
        case Return() | Goto():
            return True
        case Compound(items=items):
            return bool(items) and _never_ends(items[-1], declarations)
        case If(then=then, otherwise=otherwise):
            return _never_ends(then, declarations) and _never_ends(otherwise, declarations)
        case Label(body=body) | Case(body=body):
            return _never_ends(body, declarations)
        case While(condition=Constant(value=value), body=body):
            return value != 0 and not _may_break(body)
        case For(condition=None, body=body):
            return not _may_break(body)
        case Switch(body=body):
            return _has_default(body) and not _may_break(body) and _never_ends(body, declarations)
        case Evaluate(expression=CallExpression(function=str(name))):
            stops = name in library.STOPS or declarations.never_returns(name)
            return stops and not declarations.has_body(name)
    return False


def _may_break(body: Statement) -> bool:
    """Whether there is a `break` in a loop or switch, perhaps of one inside."""
    return any(isinstance(node, Break) for node in walk(body))


def _has_default(body: Statement) -> bool:
    """Whether a switch has a `default` of its own."""
    work: list[Node] = [body]
    while work:
        node = work.pop()
        if isinstance(node, Case) and node.low is None:
            return True
        if not isinstance(node, Switch):
            work += children(node)
    return False
