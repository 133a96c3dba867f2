"""Walks over problems. None of them recurses: formulas may be deeper than Python's stack."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from maymust.relational.logic.declarations import (
    Comprehension,
    Declaration,
    Predicate,
    Quantified,
    Relation,
    SumOver,
)
from maymust.relational.logic.nodes import (
    Arithmetic,
    Cast,
    Comparison,
    Connected,
    ConstantExpression,
    ConstantFormula,
    IfExpression,
    IfInt,
    IntComparison,
    IntConstant,
    Measure,
    MultiplicityFormula,
    Operation,
    Projection,
    Variable,
)
from maymust.relational.logic.operators import Constant, MeasureOperator
from maymust.relational.logic.terms import Node


def _ranges(declarations: tuple[Declaration, ...]) -> tuple[Node, ...]:
    return tuple(declaration.expression for declaration in declarations)


_CHILDREN: dict[type, Callable[..., tuple[Node, ...]]] = {
    Variable: lambda _: (),
    Relation: lambda _: (),
    ConstantExpression: lambda _: (),
    ConstantFormula: lambda _: (),
    IntConstant: lambda _: (),
    Operation: lambda node: node.children,
    IfExpression: lambda node: (node.condition, node.then, node.otherwise),
    Projection: lambda node: (node.expression, *node.columns),
    Cast: lambda node: (node.integer,),
    Comprehension: lambda node: (*_ranges(node.declarations), node.body),
    Comparison: lambda node: (node.left, node.right),
    MultiplicityFormula: lambda node: (node.expression,),
    Connected: lambda node: node.children,
    IntComparison: lambda node: (node.left, node.right),
    Quantified: lambda node: (*_ranges(node.declarations), node.body),
    Predicate: lambda node: (*node.relations, *node.expressions),
    Arithmetic: lambda node: node.children,
    Measure: lambda node: (node.expression,),
    IfInt: lambda node: (node.condition, node.then, node.otherwise),
    SumOver: lambda node: (*_ranges(node.declarations), node.body),
}


def children(node: Node) -> tuple[Node, ...]:
    """The parts of a node, from left to right."""
    return _CHILDREN[type(node)](node)


def post_order(roots: Iterable[Node]) -> list[Node]:
    """Each node below the roots once, after all its parts."""
    done: dict[Node, None] = {}
    stack: list[tuple[Node, bool]] = [(root, False) for root in reversed(list(roots))]
    while stack:
        node, expanded = stack.pop()
        if node in done:
            continue
        if expanded:
            done[node] = None
        else:
            stack.append((node, True))
            stack.extend((part, False) for part in reversed(children(node)) if part not in done)
    return list(done)


DEEP = 40  # levels that a recursion may take at once


def landings(nodes: list[Node]) -> list[Node]:
    """Nodes without free variables, parts first, such that no way down from one is long until the next.

    A recursion that has visited the earlier ones before does not get deep, unless variables are free on its
    way.
    """
    heights: dict[Node, int] = {}
    found = []
    for node in nodes:
        height = 1 + max((heights[part] for part in children(node)), default=0)
        if height >= DEEP and not node.free:
            found.append(node)
            height = 0
        heights[node] = height
    return found


def relations_of(nodes: Iterable[Node]) -> list[Relation]:
    """The relations among the nodes."""
    return [node for node in nodes if isinstance(node, Relation)]


def names_integers(nodes: Iterable[Node]) -> bool:
    """Does any of the nodes depend on which atoms stand for integers?"""
    for node in nodes:
        if isinstance(node, Cast) or (
            isinstance(node, ConstantExpression) and node.constant is Constant.INTS
        ):
            return True
        if isinstance(node, Measure) and node.operator is MeasureOperator.SUM:
            return True
    return False
