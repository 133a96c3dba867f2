"""Nodes of the tree made anew, of other parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, cast, get_args

from maymust.frontends.c.tree import Expression, InitItem, Node, Statement, children

_NODES = frozenset((*get_args(Expression), *get_args(Statement)))


def made_of(node: Node, nodes: Mapping[Node, Node], part: Callable[[object], object] = lambda p: p) -> Node:
    """The same node, with `nodes` in the place of those that it consists of, and of all else what `part` is
    for it. Requires: all that it consists of is there."""

    def again(old: object) -> object:
        if isinstance(old, tuple):
            return tuple([again(inner) for inner in old])
        if isinstance(old, InitItem):
            return InitItem(old.path, cast("Expression", nodes[old.value]))
        return nodes[cast("Node", old)] if type(old) in _NODES else part(old)

    kind: Any = type(node)
    made: Node = kind(*[again(getattr(node, name)) for name in _fields(kind)])
    return made


def changed_in(node: Node, nodes: Mapping[Node, Node]) -> bool:
    """Whether something that the node consists of is another."""
    return any(nodes[child] is not child for child in children(node))


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple([field.name for field in fields(kind)])
