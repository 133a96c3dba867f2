"""Duplicates a function: the same tree, of new nodes.

What exists once however often a function is called stays the same: static variables, string literals. All
else is new, also the variables if the function gets another name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from maymust.frontends.c.tree.expressions import CallExpression, CompoundLiteral, Declared, FunctionName, Text
from maymust.frontends.c.tree.nodes import Node, walk
from maymust.frontends.c.tree.rebuilding import made_of
from maymust.frontends.c.tree.statements import Compound, Function

if TYPE_CHECKING:
    from collections.abc import Mapping

COPY = ".copy"  # stands in the name of a copy, in front of its number


def duplicate(
    function: Function, name: str, callees: Mapping[CallExpression, str]
) -> tuple[Function, dict[Node, Node]]:
    """The function under a name, in which these calls are of other functions; and of each new node, which one
    it stands for. Under its own name it keeps its variables."""
    return _Duplicate(function, name, callees).result()


class _Duplicate:
    def __init__(self, function: Function, name: str, callees: Mapping[CallExpression, str]) -> None:
        self._function = function
        self._name = name
        self._callees = callees
        self._nodes: dict[Node, Node] = {}
        self._variables: dict[Declared, Declared] = {}

    def result(self) -> tuple[Function, dict[Node, Node]]:
        function = self._function
        for node in reversed(walk(function.body)):  # parts before the whole
            if node not in self._nodes:
                self._nodes[node] = self._again(node)
        made = replace(
            function,
            name=self._name,
            parameters=tuple([self._variable(parameter) for parameter in function.parameters]),
            body=cast("Compound", self._nodes[function.body]),
        )
        return made, {new: old for old, new in self._nodes.items()}

    def _again(self, node: Node) -> Node:
        if isinstance(node, Text) or (isinstance(node, CompoundLiteral) and node.lasting):
            return node
        made = made_of(node, self._nodes, self._part)
        callee = self._callees.get(node) if isinstance(node, CallExpression) else None
        if callee is not None and isinstance(made, CallExpression):
            named = FunctionName(made.callee.type, made.callee.place, callee)
            return replace(made, function=callee, callee=named)
        return made

    def _part(self, part: object) -> object:
        return self._variable(part) if isinstance(part, Declared) else part

    def _variable(self, declared: Declared) -> Declared:
        function = self._function
        if declared.lasting or declared.owner != function.name or self._name == function.name:
            return declared
        known = self._variables.get(declared)
        if known is None:
            count = None if declared.count is None else self._variable(declared.count)
            known = self._variables[declared] = replace(declared, owner=self._name, count=count)
        return known


def original(name: str) -> str:
    """The name of the function of which this is the name, or that of a copy."""
    return name.partition(COPY)[0]
